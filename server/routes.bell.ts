import * as bell from '#contract/bell.ts'
import * as notifications from '#contract/notifications.ts'
import * as waves from '#contract/waves.ts'
import { endDigest, unsubscribeDigest } from './features/notices/digest.service.ts'
import { countBell, listBell, readBell, readBellItem } from './features/notices/notices.service.ts'
import { addPushBrowser, removePushBrowser } from './features/notices/push.service.ts'
import { getNotifications, saveNotifications } from './features/notices/settings.service.ts'
import {
  declineWaves,
  listOwnWaves,
  listWaves,
  undoWave,
  wave,
} from './features/waves/waves.service.ts'
import { answers } from './platform/route.ts'

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
