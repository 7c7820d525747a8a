import { deletePost, editPost } from '#contract/posts/ownPosts.ts'
import type { Post } from '#contract/posts/posts.ts'
import { call } from '#web/platform/api/call.ts'
import { askTable } from './place.ts'

type Own = Pick<Post, 'id'>

export const savePost = (place: string, { id: postId }: Own, text: string): Promise<Post> =>
  askTable(place, (table, tableId) => table.saveMessage(tableId, postId, text)) ??
  call(editPost, { params: { slug: place, postId }, body: { text } })

export const removePost = (place: string, { id: postId }: Own): Promise<unknown> =>
  askTable(place, (table, tableId) => table.removeMessage(tableId, postId)) ??
  call(deletePost, { params: { postId } })
