// What everybody's well-formed request about what they want to see of others gets.
import * as safety from '#contract/members/blocks.ts'
import { uuid } from '#testing/random.ts'
import { nothing, row, type Row, type Scene } from './authorisation.access.ts'

const somebody = async ({ club }: Scene) => ({
  params: { memberId: (await club.member()).userId },
})
const aPost = () => ({ params: { postId: uuid() } })

export const sightRows: Row[] = [
  row(safety.blockMember, somebody),
  row(safety.unblockMember, somebody),
  row(safety.listBlocks, nothing),
  row(safety.hidePost, aPost),
  row(safety.showPost, aPost),
  row(safety.showAllPosts, nothing),
]
