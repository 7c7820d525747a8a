import * as bell from '#contract/notifications/bell.ts'
import * as bellItems from '#contract/notifications/bellItems.ts'
import * as notifications from '#contract/notifications/notifications.ts'
import * as people from '#contract/posts/people.ts'
import * as receivedWaves from '#contract/posts/receivedWaves.ts'
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
import { getTogether, listPeople } from '#server/features/posts/people/people.service.ts'
import {
  declineWaves,
  listOwnWaves,
  listWaves,
  undoWave,
  wave,
  waveBack,
} from '#server/features/posts/waves/waves.service.ts'
import { answers } from '#server/platform/http/route.ts'

/** Every call about hellos, whom one knows by them, and what rings, and the function that answers it. */
export const bellRoutes = [
  ...answers(waves, { wave, waveBack, undoWave, listOwnWaves }),
  ...answers(receivedWaves, { listWaves, declineWaves }),
  ...answers(people, { listPeople, getTogether }),
  ...answers(bell, { countBell }),
  ...answers(bellItems, { listBell, readBellItem, readBell }),
  ...answers(notifications, {
    getNotifications,
    saveNotifications,
    addPushBrowser,
    removePushBrowser,
    endDigest,
    unsubscribeDigest,
  }),
]
