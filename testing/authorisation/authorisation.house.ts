// What everybody's well-formed request gets where staff keep the house.
import { berlinDay } from '#contract/day.ts'
import * as house from '#contract/admin/admin.ts'
import * as members from '#contract/admin/members.ts'
import * as questions from '#contract/rooms/icebreakers.ts'
import * as roomDesk from '#contract/rooms/roomAdmin.ts'
import { letters } from '#testing/random.ts'
import { noRequest, row, type AccessRow, type AccessScene } from './authorisation.access.ts'
import { insertRoleChange, SEEDED_QUESTION } from '#testing/privacy/keeping.ts'
import { proveSession } from '#testing/fixtures/submissions.ts'

const requestChange = () => ({
  de: `Was hat dich ${letters(16)} gefreut?`,
  en: `What about ${letters(16)} made you happy?`,
})
const aQuestion = { params: { questionId: SEEDED_QUESTION } }
const aMember = async ({ club }: AccessScene) => ({
  params: { memberId: (await club.member()).userId },
})
const aRoom = ({ room: { slug } }: AccessScene) => ({ params: { roomSlug: slug } })
const aDay = ({ club }: AccessScene) => ({
  params: { day: berlinDay(new Date(club.app.now().getTime() + 86_400_000)) },
})
const room = {
  name: 'Wintergarten',
  description: 'Viel Grün.',
  icon: 'moon' as const,
  accessLevel: 'free' as const,
  slowSeconds: 0,
}
/** Requested by one admin about another member; the caller is neither. */
const aChange = async ({ club }: AccessScene) => ({
  params: { changeId: await insertRoleChange(club) },
})

export const houseRows: AccessRow[] = [
  row(house.getStart, noRequest),
  row(house.getHealth, noRequest),
  row(house.getClubSettings, noRequest),
  row(house.setClubSettings, () => ({ body: { isDiscreet: false } })),
  row(house.listAudit, () => ({ query: {} })),
  row(members.findMembers, () => ({ query: {} })),
  row(members.readMember, aMember),
  row(members.requestRoleChange, async (scene) => {
    if (scene.standing === 'admin') {
      await proveSession(scene.club, scene.who)
      await scene.club.member({ isAdmin: true })
    }
    return { ...(await aMember(scene)), body: { role: 'moderator' as const, isGrant: true } }
  }),
  row(members.listRoleChanges, noRequest),
  row(members.confirmRoleChange, async (scene) => {
    if (scene.standing === 'admin') await proveSession(scene.club, scene.who)
    return aChange(scene)
  }),
  row(members.dropRoleChange, aChange),
  row(roomDesk.listAllRooms, noRequest),
  row(roomDesk.createRoom, () => ({ body: { ...room, slug: `r-${letters(16)}` } })),
  row(roomDesk.saveRoom, (scene) => ({ ...aRoom(scene), body: room })),
  row(roomDesk.openRoom, (scene) => ({ ...aRoom(scene), body: { isActive: true } })),
  row(roomDesk.moveRoom, (scene) => ({ ...aRoom(scene), body: { direction: 'up' as const } })),
  row(questions.listQuestions, noRequest),
  row(questions.addQuestion, () => ({ body: requestChange() })),
  row(questions.saveQuestion, () => ({ ...aQuestion, body: requestChange() })),
  row(questions.retireQuestion, () => ({ ...aQuestion, body: { isRetired: false } })),
  row(questions.chooseQuestion, (scene) => ({
    ...aDay(scene),
    body: { questionId: SEEDED_QUESTION },
  })),
  row(questions.freeDay, aDay),
]
