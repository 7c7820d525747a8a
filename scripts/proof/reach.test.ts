import { expect, test } from 'vitest'
import { readSources } from './imports.js'
import { chooseQuickTests, chooseTests } from './reach.js'

const imports = (...targets: string[]) => targets.map((target) => `import '${target}'`).join('\n')
const CLUB = '#testing/club/club.ts'

/** A small club, put together like the real one. */
const sources = new Map([
  [
    'server/routes.ts',
    `import { createPost, listPosts } from './features/posts/posts.service.ts'
     import { enterRoom } from './features/rooms/rooms.service.ts'
     import { bellRoutes } from './routes/routes.bell.ts'`,
  ],
  [
    'server/routes/routes.bell.ts',
    `import { listBell } from '../features/notices/notices.service.ts'`,
  ],
  ['server/app.ts', imports('./routes.ts')],
  [
    'testing/club/club.ts',
    imports('#server/app.ts', '#server/features/consent/consent.service.ts'),
  ],
  [
    'server/features/posts/posts.service.ts',
    imports('../rooms/rooms.policy.ts', './posts.queries.ts'),
  ],
  ['server/features/posts/posts.queries.ts', ''],
  ['server/features/rooms/rooms.service.ts', imports('./rooms.policy.ts')],
  ['server/features/rooms/rooms.policy.ts', ''],
  ['server/features/consent/consent.service.ts', ''],
  ['server/features/notices/notices.service.ts', ''],
  ['server/platform/csv.ts', ''],
  ['server/platform/csv.test.ts', imports('./csv.ts')],
  ['server/features/posts/posts.test.ts', imports(CLUB)],
  ['server/features/posts/answers/answers.test.ts', imports(CLUB)],
  [
    'server/features/rooms/rooms.test.ts',
    `${imports(CLUB)}\nimport { enterRoom, listRooms } from '#contract/rooms.ts'`,
  ],
  [
    'server/features/safety/safety.test.ts',
    `${imports(CLUB)}\nimport * as posts from '#contract/posts.ts'\nawait call(posts.createPost)`,
  ],
  ['server/features/waves/waves.test.ts', imports(CLUB)],
  ['checks/routes.test.ts', imports(CLUB)],
  [
    'contract/pages.ts',
    `export const pages = {\n  room: { path: '/room/:slug' },\n  rooms: { path: '/rooms' } }`,
  ],
  [
    'web/routes.tsx',
    `page('room', () => import('./pages/RoomPage.tsx')),
     page('rooms', () => import('./pages/RoomsPage.tsx'))`,
  ],
  ['web/pages/RoomPage.tsx', imports('#web/features/posts/Composer.tsx')],
  ['web/pages/RoomsPage.tsx', ''],
  ['web/features/posts/Composer.tsx', imports('./Composer.module.css')],
  ['web/testing/openTab.tsx', imports('#web/routes.tsx')],
  ['web/features/posts/room.test.tsx', imports('#web/testing/openTab.tsx')],
  [
    'web/features/presence/presence.test.tsx',
    `${imports('#web/testing/openTab.tsx')}\nopenTab('/room/lounge?here')`,
  ],
  [
    'web/features/rooms/rooms.test.tsx',
    `${imports('#web/testing/openTab.tsx')}\nopenTab('/rooms')`,
  ],
])

const chooseAll = (path: string, limit = 100) =>
  chooseTests([path], sources, { secondsFor: () => 1, limit })

const choose = (path: string, limit = 100) => {
  const { beyond: _beyond, ...chosen } = chooseAll(path, limit)
  return chosen
}

test('the tests of the changed feature come first, and the one of the same name before them', () => {
  expect(choose('server/features/posts/posts.service.ts').own).toEqual([
    'server/features/posts/posts.test.ts',
    'server/features/posts/answers/answers.test.ts',
  ])
})

test('a change reaches the tests that speak of the calls it answers, and not the whole club', () => {
  expect(choose('server/features/posts/posts.service.ts')).toMatchObject({
    further: ['server/features/safety/safety.test.ts'],
    // rooms and waves open the whole club, which answers these calls too
    leftOut: 2,
  })
})

test('what several handlers import reaches the calls of all of them', () => {
  expect(choose('server/features/rooms/rooms.policy.ts')).toEqual({
    own: ['server/features/rooms/rooms.test.ts'],
    further: ['server/features/safety/safety.test.ts'],
    leftOut: 3,
  })
})

test('what stands in a file of routes beside reaches its calls as well', () => {
  expect(choose('server/features/notices/notices.service.ts')).toMatchObject({ further: [] })
})

test('a file without a feature reaches the test of its name and those that import it', () => {
  expect(choose('server/platform/csv.ts')).toEqual({
    own: ['server/platform/csv.test.ts'],
    further: [],
    leftOut: 0,
  })
})

test('what the whole club is opened with reaches no more than its own feature', () => {
  expect(choose('server/features/consent/consent.service.ts').further).toEqual([])
})

test('a part of a page reaches the tests that open this page', () => {
  for (const part of ['Composer.tsx', 'Composer.module.css'])
    expect(choose(`web/features/posts/${part}`)).toEqual({
      own: ['web/features/posts/room.test.tsx'],
      further: ['web/features/presence/presence.test.tsx'],
      leftOut: 1,
    })
})

test('a changed test is run itself', () => {
  expect(choose('server/features/waves/waves.test.ts')).toEqual({
    own: ['server/features/waves/waves.test.ts'],
    further: [],
    leftOut: 0,
  })
})

test('what nothing imports and no test stands beside is told', () => {
  const beyond = (path: string) => chooseAll(path).beyond
  expect(beyond('migrations/0003-accounts.sql')).toEqual(['migrations/0003-accounts.sql'])
  expect(beyond('web/features/posts/Composer.module.css')).toEqual([])
  expect(beyond('server/features/posts/posts.service.ts')).toEqual([])
})

test('there is always time for the own feature, and for others as far as it lasts', () => {
  const { own, further, leftOut } = choose('server/features/posts/posts.service.ts', 1)
  expect([own.length, further.length, leftOut]).toEqual([2, 0, 3])
})

test('in the real club, what posting refuses is proved by the tests of posts', () => {
  const chosen = chooseTests(['server/features/posts/posts.service.ts'], readSources(), {
    secondsFor: () => 1,
    limit: 60,
  })
  expect(chosen.own).toContain('server/features/posts/posts.test.ts')
  expect(chosen.further).toContain('server/features/members/blocks/blocks.test.ts')
  expect(chosen.leftOut).toBeGreaterThan(100)
})

test('over soon are the tests that open no club, and those of what holds for every call', () => {
  const withWalls = new Map([
    ...sources,
    ['testing/authorisation/authorisation.test.ts', imports(CLUB)],
  ])
  expect(chooseQuickTests(withWalls).toSorted()).toEqual([
    'checks/routes.test.ts',
    'server/platform/csv.test.ts',
    'testing/authorisation/authorisation.test.ts',
    'web/features/posts/room.test.tsx',
    'web/features/presence/presence.test.tsx',
    'web/features/rooms/rooms.test.tsx',
  ])
})
