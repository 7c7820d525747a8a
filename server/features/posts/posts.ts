/** What other features may use of this one. */
export { deleteSomePosts } from './removing.queries.ts'
export { forgetSomeNaming, hideUnseen, removeName } from './leaving.service.ts'
export { noteLatest, readPostRange } from './posts.service.ts'
export { findMemberIds, redactPost } from './posts.sight.ts'
export { removePost, restorePosts } from './removing.queries.ts'
export { haveBothWaved, lockPair } from './waves/waves.queries.ts'
export { pageSize, pageSpan } from './posts.paging.ts'
