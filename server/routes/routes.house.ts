import * as house from '#contract/admin/admin.ts'
import * as members from '#contract/admin/members.ts'
import * as questions from '#contract/rooms/icebreakers.ts'
import * as roomDesk from '#contract/rooms/roomAdmin.ts'
import { listAudit } from '#server/features/admin/audit.service.ts'
import { getHealth } from '#server/features/admin/health.service.ts'
import { findMembers, readMember } from '#server/features/admin/members.service.ts'
import {
  confirmRoleChange,
  dropRoleChange,
  listRoleChanges,
  requestRoleChange,
} from '#server/features/admin/roles.service.ts'
import { getStart } from '#server/features/start/start.service.ts'
import {
  addQuestion,
  chooseQuestion,
  freeDay,
  listQuestions,
  retireQuestion,
  saveQuestion,
} from '#server/features/rooms/icebreakers.desk.ts'
import {
  createRoom,
  listAllRooms,
  moveRoom,
  openRoom,
  saveRoom,
} from '#server/features/rooms/roomAdmin.ts'
import { getClubSettings, setClubSettings } from '#server/features/settings/settings.service.ts'
import { answers } from '#server/platform/http/route.ts'

/** Every call by which staff keep the house, and the function that answers it. */
export const houseRoutes = [
  ...answers(house, { getStart, getHealth, getClubSettings, setClubSettings, listAudit }),
  ...answers(members, {
    findMembers,
    readMember,
    requestRoleChange,
    listRoleChanges,
    confirmRoleChange,
    dropRoleChange,
  }),
  ...answers(roomDesk, { listAllRooms, createRoom, saveRoom, openRoom, moveRoom }),
  ...answers(questions, {
    listQuestions,
    addQuestion,
    saveQuestion,
    retireQuestion,
    chooseQuestion,
    freeDay,
  }),
]
