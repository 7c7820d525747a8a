import { decide, lookAtBoth, openReview, tickAll, toasts } from '../acts/cases.ts'
import type { Request } from '@playwright/test'
import { card } from '../acts/card.ts'
import { jpeg } from '../acts/documents.ts'
import {
  enter,
  expect,
  expectConversation,
  say,
  test,
  type Member,
  type Page,
} from '../club/journey.ts'

test.use({ emailConfirmation: 'off' })

/** Everything the club answers to a page, live words included. */
async function overhear(page: Page) {
  const answers: { path: string; words: string }[] = []
  const reading: Promise<void>[] = []
  await page.exposeFunction('heardLive', (words: string) =>
    answers.push({ path: '/api/live', words }),
  )
  await page.addInitScript(() => {
    const Native = EventSource
    window.EventSource = class extends Native {
      constructor(url: string | URL, options?: EventSourceInit) {
        super(url, options)
        this.addEventListener('message', ({ data }: MessageEvent<string>) => {
          void (window as unknown as { heardLive(words: string): Promise<void> }).heardLive(data)
        })
      }
    }
  })
  page.on('requestfinished', (request) => {
    const { pathname } = new URL(request.url())
    if (pathname.startsWith('/api/') && pathname !== '/api/live') reading.push(read(request))
  })
  const read = async (request: Request) => {
    const response = await request.response()
    // one the page has left behind by now may be forgotten
    const body = await response?.body().catch(() => null)
    const headers = Object.entries(response?.headers() ?? {}).join('\n')
    const { pathname: path } = new URL(request.url())
    answers.push({ path, words: `${headers}\n${body?.toString('latin1') ?? ''}` })
  }
  return async () => {
    await Promise.all(reading)
    return answers
  }
}

test('no answer to a member carries what is nobody else’s business, or where it is kept', async ({
  club,
  device,
}) => {
  const [mia, ben] = [await club.member(), await club.member({ name: 'Ben' })]
  const chief = await club.member({ name: 'Jo', isAdmin: true })
  const slug = await club.room()
  for (const one of [mia, ben]) await club.enter(one, slug)
  const birthdate = await club.unusualBirthdate(mia)

  const his = await device({ as: ben })
  const heard = await overhear(his)
  await enter(his, slug)

  // Mia lives in front of Ben: a photo, a post, a submission, its review
  const hers = await device({ as: mia })
  const heardByHer = await overhear(hers)
  await hers.goto('/profile')
  await expect(hers.getByRole('button', { name: 'Choose photos' })).toBeVisible()
  await hers
    .locator('input[multiple]')
    .setInputFiles(['a.jpg', 'b.jpg'].map((name) => jpeg(name, CARD)))
  await expect(hers.locator('li[data-photo]')).toHaveCount(2)
  await expect(hers.getByRole('progressbar')).toHaveCount(0)
  await club.submit(mia)
  const kept = await club.keptPlaces()
  await enter(hers, slug)
  await say(hers, 'Guten Abend.')
  await expectConversation(his, ['Guten Abend.'])
  const desk = await device({ as: chief, viewport: { width: 1280, height: 900 } })
  await desk.goto('/admin/verifications')
  await openReview(desk, mia)
  await lookAtBoth(desk)
  await tickAll(desk)
  await decide(desk, 'Genehmigen')
  await expect(toasts(desk)).toContainText('Verifizierung genehmigt')

  await enter(his, slug)
  const post = his.getByRole('article').filter({ hasText: 'Guten Abend.' })
  await expect(post.getByText('Verifiziert')).toBeAttached()
  await say(his, 'Willkommen.')
  await expectConversation(hers, ['Willkommen.', 'Guten Abend.'])
  await post.getByRole('link', { name: mia.username }).click()
  await his.getByRole('button', { name: 'Look at photo 2 of 2' }).click()
  const large = his.getByRole('dialog').getByRole('img')
  await expect.poll(() => large.evaluate((one: HTMLImageElement) => one.naturalWidth)).not.toBe(0)
  for (const path of ['/rooms', '/profile', '/settings', '/verify']) {
    await his.goto(path)
    await expect(his.getByRole('heading', { level: 1 })).toBeVisible()
    await expect(his.locator('main [aria-busy=true]')).toHaveCount(0)
  }
  await hers.goto('/verify')
  await expect(hers.getByRole('region', { name: 'Ihr Status' })).toContainText('Verifiziert')
  // what is meant for admins answers nothing at all
  for (const path of ['/api/admin/verifications', '/api/admin/verifications?filter=queue'])
    expect(await his.evaluate(async (url) => (await fetch(url)).status, path)).toBe(403)

  const toHim = await heard()
  const paths = toHim.map(({ path }) => path.replaceAll(/[0-9a-f]{8}-[0-9a-f-]{27}/g, ':id'))
  for (const path of [
    '/api/live',
    '/api/auth/session',
    '/api/rooms',
    '/api/members/:id',
    '/api/members/:id/photos/:id/320',
    '/api/members/:id/photos/:id/1280',
    '/api/profile',
    '/api/verification',
  ])
    expect(paths).toContain(path)
  expect(toHim.some(({ words }) => words.includes('Guten Abend.'))).toBe(true)
  const secrets = (of: Member) => [of.email, encodeURIComponent(of.email), ...birthdate, ...kept]
  expectSilent(toHim, [...secrets(mia), chief.email, chief.username, 'id_manual'])
  expectSilent(await heardByHer(), [...birthdate, ...kept, ben.email, chief.email, chief.username])
})

const CARD = await card(400, 400)

function expectSilent(answers: { path: string; words: string }[], secrets: string[]): void {
  const found = answers.flatMap(({ path, words }) =>
    secrets.filter((secret) => words.includes(secret)).map((secret) => `${path}: ${secret}`),
  )
  expect(found).toEqual([])
}
