import { countToRead, excerpt } from '#contract/excerpt.ts'
import { limits } from '#contract/limits.ts'
import type { PeopleFilter, KnownPerson } from '#contract/posts/people.ts'
import { isoSql } from '#server/platform/database/cells.ts'
import { sql, type Query, type Sql } from '#server/platform/database/database.ts'
import { pagedList, type PageRequest, type PagedList } from '#server/platform/lists/pagedList.ts'
import { nameStartsWithSql } from '#server/platform/lists/names.ts'
import { namesUnseen } from '#server/platform/member-rules/visibility.ts'
import { exchangesSql, type Looking } from './exchanges.queries.ts'

type Wish = PageRequest & { starts: string | undefined; filter: PeopleFilter }

const filters: Record<PeopleFilter, Query> = {
  all: sql`true`,
  mutual: sql`k.is_mutual`,
  owed: sql`not k.is_own`,
}

/** With whom somebody exchanged something, the last one first. */
export async function listKnown(
  on: Sql,
  asking: Looking,
  { starts, filter, ...page }: Wish,
): Promise<PagedList<KnownPerson>> {
  const list = {
    rows: sql`
      with ${exchangesSql(asking)},
      known as (
        select distinct on (x.other) x.other, x.at, x.kind, x.is_own, x.post_id, x.number, x.text,
          x.room_id, s.waved and s.was_waved as is_mutual, s.was_waved and not s.waved as is_wave_owed
        from exchanges x
        join (select other, coalesce(bool_or(kind = 'wave' and is_own), false) as waved,
            coalesce(bool_or(kind = 'wave' and not is_own), false) as was_waved
          from exchanges group by other) s on s.other = x.other
        order by x.other, x.at desc, x.kind, x.post_id)
      select a.id, a.username, a.city, a.verification_status = 'verified' as is_verified,
        a.photos[1] as portrait, k.is_mutual, k.is_wave_owed,
        json_build_object('kind', k.kind, 'isOwn', k.is_own, 'at', ${isoSql(sql`k.at`)},
          'post', json_build_object('room', r.slug, 'roomName', r.name, 'number', k.number,
            'text', case when ${namesUnseen(sql`k.post_id`, sql`${asking.userId}::uuid`)}
              then '…' else left(k.text, ${countToRead(limits.excerpt)}::integer) end)) as last
      from known k join profiles a on a.id = k.other join rooms r on r.id = k.room_id`,
    where: sql`${filters[filter]}
      and ${starts ? nameStartsWithSql(sql`a.username`, starts) : sql`true`}`,
    // as exact as it is told
    by: [sql`date_trunc('milliseconds', k.at)`, sql`k.other`],
    isNewestFirst: true,
    cursorOf: ({ last, id }: KnownPerson) => ({ at: last.at, id }),
  }
  const { lines, next } = await pagedList(on, list, page)
  const shorten = ({ last, ...person }: KnownPerson) => ({
    ...person,
    last: { ...last, post: { ...last.post, text: excerpt(last.post.text, limits.excerpt) } },
  })
  return { lines: lines.map(shorten), next }
}
