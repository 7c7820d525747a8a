import * as house from '#contract/house.ts'
import * as members from '#contract/members.ts'
import * as questions from '#contract/questions.ts'
import * as roomDesk from '#contract/roomDesk.ts'
import { listAudit } from './features/house/audit.service.ts'
import { getHealth } from './features/house/health.service.ts'
import { findMembers, readMember } from './features/house/members.service.ts'
import {
  confirmRoleChange,
  dropRoleChange,
  listRoleChanges,
  requestRoleChange,
} from './features/house/roles.service.ts'
import { getStart } from './features/start/start.service.ts'
import {
  addQuestion,
  chooseQuestion,
  freeDay,
  listQuestions,
  retireQuestion,
  saveQuestion,
} from './features/rooms/icebreakers.desk.ts'
import {
  createRoom,
  listAllRooms,
  moveRoom,
  openRoom,
  saveRoom,
} from './features/rooms/rooms.desk.ts'
import { getClubSettings, setClubSettings } from './features/settings/settings.desk.ts'
import { answers } from './platform/route.ts'

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
