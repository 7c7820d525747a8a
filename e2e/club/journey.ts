import { test as base, expect, type BrowserContextOptions, type Page } from '@playwright/test'
import { keepToProcessor } from '#testing/processors.ts'
import { startTest } from '#testing/random.ts'
import { inTime } from '#testing/until.ts'
import { findViolations } from '../screens/axe.ts'
import { havingChosen } from './choice.ts'
import { openClub, type ClubUnderTest, type Member, type ClubOptions } from './club.ts'
import { makeWitness, SEEN } from './witness.ts'

export { expect, type Page } from '@playwright/test'
export { standStill } from '../screens/axe.ts'
export { somebody, PASSWORD, type Member, type SignedInPerson as Person } from './club.ts'

const worker = process.env['TEST_PARALLEL_INDEX']
// listing the journeys starts no worker; the club and the browser a worker opens stay on its processor
if (worker !== undefined) keepToProcessor(Number(worker))

type Device = {
  as?: Member
  /** A browser in which nobody has chosen about cookies yet, so that it asks. */
  isUnasked?: boolean
} & BrowserContextOptions

type Fixtures = {
  /** Lets whatever a test draws follow from the seed of the run and its own name. */
  seeded: void
  /** Opens a browser of its own, signed in as somebody or not. Whatever goes wrong in it fails the test. */
  device: (options?: Device) => Promise<Page>
  witness: ReturnType<typeof makeWitness>
  /** Watches a page that was opened in another way, such as a second tab. */
  watch: (page: Page) => Page
}
type Shared = ClubOptions & { club: ClubUnderTest }

export const test = base.extend<Fixtures, Shared>({
  emailConfirmation: ['required', { option: true, scope: 'worker' }],
  lineCutAfterMs: [null, { option: true, scope: 'worker' }],
  throughProxy: [false, { option: true, scope: 'worker' }],
  payments: ['off', { option: true, scope: 'worker' }],

  club: [
    async ({ emailConfirmation, lineCutAfterMs, throughProxy, payments }, give) => {
      const club = await openClub({ emailConfirmation, lineCutAfterMs, throughProxy, payments })
      await give(club)
      await club.close()
    },
    { scope: 'worker', timeout: 90_000 },
  ],

  seeded: [
    async ({}, give, { titlePath, repeatEachIndex }) => {
      startTest(`${titlePath.join(' › ')} ${repeatEachIndex}`)
      await give()
    },
    { auto: true },
  ],

  witness: async ({}, give) => give(makeWitness()),

  watch: async ({ club, witness }, give) => {
    const problems: string[] = []
    await give((page) => {
      witness.see(page)
      // a page that hears of pickers now and then hears too late of some
      page.on('filechooser', () => {})
      page.on('pageerror', (error) => problems.push(`threw ${error.stack ?? error.message}`))
      page.on('console', (message) => {
        // calls that were refused or cut off are judged by their answers, below
        const isAnswer =
          /^(Failed to load resource|TypeError: Failed to fetch dynamically imported)/.test(
            message.text(),
          )
        if (message.type() === 'error' && !isAnswer) problems.push(`said ${message.text()}`)
      })
      page.on('request', (request) => {
        const { protocol, origin } = new URL(request.url())
        const isKnown = origin === club.url || origin === club.houseUrl
        if (/^https?:$/.test(protocol) && !isKnown)
          problems.push(`asked a stranger: ${request.url()}`)
      })
      page.on('response', (response) => {
        const isFile = /^\/(assets\/|.*\.\w+$)/.test(new URL(response.url()).pathname)
        const status = response.status()
        if ((status >= 500 && status !== 503) || (status === 404 && isFile))
          problems.push(`got ${status} from ${response.url()}`)
      })
      return page
    })
    expect(problems).toEqual([])
  },

  device: async ({ browser, club, watch, witness }, give, about) => {
    const contexts: { close(): Promise<void> }[] = []
    await give(async ({ as, isUnasked = false, ...options } = {}) => {
      const context = await browser.newContext({
        baseURL: club.url,
        locale: 'de-DE',
        timezoneId: 'Europe/Berlin',
        reducedMotion: 'reduce',
        ...options,
        // without scripts nothing is asked
        ...(!isUnasked &&
          options.javaScriptEnabled !== false && {
            storageState: havingChosen(club.url, options.storageState),
          }),
      })
      contexts.push(context)
      if (as) {
        const [name = '', value = ''] = as.cookie.split('=')
        await context.addCookies([{ name, value, url: club.url, httpOnly: true, sameSite: 'Lax' }])
      }
      return watch(await context.newPage())
    })
    if (about.status !== about.expectedStatus)
      await about.attach(SEEN, { body: await witness.tell(), contentType: 'text/plain' })
    // Chromium now and then never answers when it is closed in the middle of a navigation
    const closing = Promise.all(contexts.map((context) => context.close()))
    await inTime(closing, { what: 'closed browsers', withinMs: 15_000 }).catch(() => {})
  },
})

/** What the page knows by now is on screen: two pictures later, since the first may have been begun before. */
export const waitForPaint = (page: Page) =>
  page.evaluate(
    () => new Promise((isDrawn) => requestAnimationFrame(() => requestAnimationFrame(isDrawn))),
  )

/** Nothing that a tool can find keeps anybody from using what is on screen. */
export async function expectAccessible(page: Page): Promise<void> {
  const violations = await findViolations(page)
  const found = violations.map(({ id, help, nodes }) => ({
    id,
    help,
    where: nodes.slice(0, 3).map(({ html, failureSummary }) => `${html}\n${failureSummary}`),
  }))
  expect(found, `on ${page.url()}`).toEqual([])
}

/** A toast is on screen, and a screen reader heard of it. */
export async function expectToast(page: Page, ...words: string[]): Promise<void> {
  const toast = page
    .getByRole('region', { name: /^(Notifications|Mitteilungen)$/ })
    .filter({ hasText: words[0]! })
  for (const part of words) await expect(toast).toContainText(part)
  await expect(page.getByRole('alert').filter({ hasText: words[0]! }).first()).toBeAttached()
}

/** The texts of a room as they stand on screen, newest first. */
export const conversation = (page: Page): Promise<string[]> =>
  page.locator('article p[dir="auto"]').allInnerTexts()

export async function expectConversation(page: Page, texts: string[]): Promise<void> {
  await expect.poll(() => conversation(page)).toEqual(texts)
}

export const composer = (page: Page) => page.getByRole('textbox', { name: 'Your message' })

export async function say(page: Page, text: string): Promise<void> {
  await composer(page).fill(text)
  await page.getByRole('button', { name: 'Post', exact: true }).click()
}

export const live = (page: Page) => page.getByRole('status').filter({ hasText: /^live$/ })

/** Enters a room by its address and waits until it is live. */
export async function enter(page: Page, slug: string): Promise<void> {
  await page.goto(`/room/${slug}`)
  await expect(live(page)).toBeVisible()
}

export async function logIn(
  page: Page,
  { email, password }: { email: string; password: string },
): Promise<void> {
  await page.getByLabel('Email', { exact: true }).fill(email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Log In', exact: true }).click()
}
