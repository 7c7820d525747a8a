// What everybody's well-formed request about what they want to see of others gets.
import * as safety from '#contract/members/blocks.ts'
import { uuid } from '#testing/random.ts'
import { noRequest, row, type AccessRow, type AccessScene } from './authorisation.access.ts'

const somebody = async ({ club }: AccessScene) => ({
  params: { memberId: (await club.member()).userId },
})
const aPost = () => ({ params: { postId: uuid() } })

export const sightRows: AccessRow[] = [
  row(safety.blockMember, somebody),
  row(safety.unblockMember, somebody),
  row(safety.listBlocks, noRequest),
  row(safety.hidePost, aPost),
  row(safety.showPost, aPost),
  row(safety.showAllPosts, noRequest),
]
