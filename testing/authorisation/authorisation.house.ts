// What everybody's well-formed request gets where staff keep the house.
import { berlinDay } from '#contract/day.ts'
import * as house from '#contract/admin/admin.ts'
import * as members from '#contract/admin/members.ts'
import * as questions from '#contract/rooms/icebreakers.ts'
import * as roomDesk from '#contract/rooms/roomAdmin.ts'
import { letters } from '#testing/random.ts'
import { nothing, row, type Row, type Scene } from './authorisation.access.ts'
import { insertRoleChange, SEEDED_QUESTION } from '#testing/privacy/keeping.ts'
import { proved } from '#testing/fixtures/submissions.ts'

const asked = () => ({
  de: `Was hat dich ${letters(16)} gefreut?`,
  en: `What about ${letters(16)} made you happy?`,
})
const aQuestion = { params: { questionId: SEEDED_QUESTION } }
const aMember = async ({ club }: Scene) => ({
  params: { memberId: (await club.member()).userId },
})
const aRoom = ({ room: { slug } }: Scene) => ({ params: { roomSlug: slug } })
const aDay = ({ club }: Scene) => ({
  params: { day: berlinDay(new Date(club.app.now().getTime() + 86_400_000)) },
})
const room = {
  name: 'Wintergarten',
  description: 'Viel Grün.',
  icon: 'moon' as const,
  accessLevel: 'free' as const,
  slowSeconds: 0,
}
/** Asked for by one admin about another member; whoever asks here is neither. */
const aChange = async ({ club }: Scene) => ({
  params: { changeId: await insertRoleChange(club) },
})

export const houseRows: Row[] = [
  row(house.getStart, nothing),
  row(house.getHealth, nothing),
  row(house.getClubSettings, nothing),
  row(house.setClubSettings, () => ({ body: { isDiscreet: false } })),
  row(house.listAudit, () => ({ query: {} })),
  row(members.findMembers, () => ({ query: {} })),
  row(members.readMember, aMember),
  row(members.requestRoleChange, async (scene) => {
    if (scene.standing === 'admin') {
      await proved(scene.club, scene.who)
      await scene.club.member({ isAdmin: true })
    }
    return { ...(await aMember(scene)), body: { role: 'moderator' as const, isGrant: true } }
  }),
  row(members.listRoleChanges, nothing),
  row(members.confirmRoleChange, async (scene) => {
    if (scene.standing === 'admin') await proved(scene.club, scene.who)
    return aChange(scene)
  }),
  row(members.dropRoleChange, aChange),
  row(roomDesk.listAllRooms, nothing),
  row(roomDesk.createRoom, () => ({ body: { ...room, slug: `r-${letters(16)}` } })),
  row(roomDesk.saveRoom, (scene) => ({ ...aRoom(scene), body: room })),
  row(roomDesk.openRoom, (scene) => ({ ...aRoom(scene), body: { isActive: true } })),
  row(roomDesk.moveRoom, (scene) => ({ ...aRoom(scene), body: { direction: 'up' as const } })),
  row(questions.listQuestions, nothing),
  row(questions.addQuestion, () => ({ body: asked() })),
  row(questions.saveQuestion, () => ({ ...aQuestion, body: asked() })),
  row(questions.retireQuestion, () => ({ ...aQuestion, body: { isRetired: false } })),
  row(questions.chooseQuestion, (scene) => ({
    ...aDay(scene),
    body: { questionId: SEEDED_QUESTION },
  })),
  row(questions.freeDay, aDay),
]
