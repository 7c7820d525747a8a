import * as bell from '#contract/notifications/bell.ts'
import * as notifications from '#contract/notifications/notifications.ts'
import * as waves from '#contract/posts/waves.ts'
import {
  endDigest,
  unsubscribeDigest,
} from '#server/features/notifications/digest/digest.service.ts'
import {
  countBell,
  listBell,
  readBell,
  readBellItem,
} from '#server/features/notifications/notices.service.ts'
import {
  addPushBrowser,
  removePushBrowser,
} from '#server/features/notifications/push/push.service.ts'
import {
  getNotifications,
  saveNotifications,
} from '#server/features/notifications/settings.service.ts'
import {
  declineWaves,
  listOwnWaves,
  listWaves,
  undoWave,
  wave,
} from '#server/features/posts/waves/waves.service.ts'
import { answers } from '#server/platform/http/route.ts'

/** Every call about hellos and what rings, and the function that answers it. */
export const bellRoutes = [
  ...answers(waves, { wave, undoWave, listOwnWaves, listWaves, declineWaves }),
  ...answers(bell, { listBell, countBell, readBellItem, readBell }),
  ...answers(notifications, {
    getNotifications,
    saveNotifications,
    addPushBrowser,
    removePushBrowser,
    endDigest,
    unsubscribeDigest,
  }),
]
