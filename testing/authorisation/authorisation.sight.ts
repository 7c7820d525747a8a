// What everybody's well-formed request about what they want to see of others gets.
import { codes } from '#contract/errors.ts'
import * as avoiding from '#contract/members/avoidedAddresses.ts'
import * as safety from '#contract/members/blocks.ts'
import * as hiding from '#contract/members/hiding.ts'
import { muteMember, unmuteMember } from '#contract/members/mutes.ts'
import { getNote, saveNote } from '#contract/members/notes.ts'
import { letters, uuid } from '#testing/random.ts'
import { noRequest, row, type AccessRow, type AccessScene } from './authorisation.access.ts'

const somebody = async ({ club }: AccessScene) => ({
  params: { memberId: (await club.member()).userId },
})
const anAddress = () => ({ body: { email: `${letters(12)}@example.org` } })
const aPost = () => ({ params: { postId: uuid() } })

export const sightRows: AccessRow[] = [
  row(safety.blockMember, somebody),
  row(safety.unblockMember, somebody),
  row(safety.listBlocks, noRequest),
  row(muteMember, somebody),
  row(unmuteMember, somebody),
  row(getNote, somebody),
  row(saveNote, async (scene) => ({ ...(await somebody(scene)), body: { text: 'likes jazz' } }), {
    waiting: codes.notFound,
    overdue: 'terms_due',
  }),
  row(hiding.hidePost, aPost),
  row(hiding.showPost, aPost),
  row(hiding.showAllPosts, noRequest),
  row(avoiding.listAvoidedAddresses, noRequest),
  row(avoiding.avoidAddress, anAddress),
  row(avoiding.findAvoidedAddress, anAddress),
  row(avoiding.removeAvoidedAddress, () => ({ params: { entryId: uuid() } })),
]
