/** Of what is said in rooms, and what is remembered of it. */
export const inPosts = [
  {
    file: 'server/features/posts/cache/roomCache.ts',
    on: 'if (upTo - known.upTo > KEPT) return null',
    original: 'upTo - known.upTo > KEPT',
    replacement: '(upTo - known.upTo) >= (KEPT)',
    because: 'as many as are kept are the newest of all',
  },
  {
    file: 'server/features/posts/posts.queries.ts',
    on: 'const isAnswering = orders.some(({ replyTo }) => replyTo !== null)',
    original: 'replyTo !== null',
    replacement: 'true',
    because: 'what answers nothing joins nothing',
  },
  {
    file: 'server/features/posts/posts.queries.ts',
    on: '${isAnswering ? quotedPostSql(sql`asked.reply_to`, isOpenTo) : empty}',
    original: 'isAnswering',
    replacement: 'true',
    because: 'what answers nothing joins nothing',
  },
  {
    file: 'server/features/posts/posts.queries.ts',
    on: '${isNaming ? naming(orders) : empty}',
    original: 'isNaming',
    replacement: 'true',
    because: 'where nobody may be named nobody is found',
  },
  {
    file: 'server/features/posts/posts.queries.ts',
    on: 'from stored s join accepted a on a.id = s.id where (select count(*) from told) > 0`)',
    original: '>',
    replacement: '>=',
    because:
      'where something is stored something is told; it is asked for so that it is told at all',
  },
  {
    file: 'server/features/posts/posts.queries.ts',
    on: "if (!row) throw new Error('one row is asked for')",
    original: '!row',
    replacement: 'false',
    because: 'one row is answered with one row, so the compiler alone asks',
  },
]
