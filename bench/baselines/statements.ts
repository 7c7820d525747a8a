// What the club's own statements come down to, for the baselines.

/** A room's newest posts with their authors. */
export const newest = (slug: string): string => `
  select p.id, p.number, p.text, p.created_at as "createdAt", p.icebreaker_id as "icebreakerId",
    json_build_object('id', a.id, 'username', a.username, 'city', a.city,
      'isVerified', a.verification_status = 'verified', 'portrait', a.photos[1]) as author
  from posts p join profiles a on a.id = p.user_id
  where p.room_id = (select id from rooms where slug = ${slug}) and p.removed_at is null
  order by p.number desc limit 20`

/** A new post under the next number of its room; every argument is SQL. */
export const insert = (slug: string, userId: string, id: string, text: string): string => `
  with taken as (
    update rooms set last_number = last_number + 1 where slug = ${slug} returning id, last_number)
  insert into posts (id, room_id, number, user_id, text, created_at)
  select ${id}, taken.id, taken.last_number, ${userId}, ${text}, now()
  from taken returning number`
