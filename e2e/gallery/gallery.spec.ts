import { mkdir, readdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { waitForPaint, expect, standStill, test, type Page } from '../club/journey.ts'
import { demoStage } from './gallery.demo.ts'
import { openSheets, type SheetPicture } from './gallery.sheet.ts'
import { screens, show, type Screen } from './screens.ts'

/** `npm run e2e -- --grep @gallery`: every screen and state, at three widths, light and dark. Eight are in docs/screens/. */
const FOLDER = process.env['GALLERY_DIR'] ?? join(import.meta.dirname, '../../.gallery')
/** The club's own mixture is what a newcomer sees; the others are for looking at. */
const LANGUAGE = process.env['GALLERY_LANGUAGE'] ?? 'mul'
/** Only screens whose name this pattern finds. */
const ONLY = new RegExp(process.env['GALLERY_ONLY'] ?? '')

const WINDOWS = [
  { width: 320, height: 640 },
  { width: 768, height: 1024 },
  { width: 1440, height: 900 },
]
const LONGEST = 2200
/** Above and below what a long picture shows. */
const ROOM = 64

// what is not there is told, and not waited for to the end of the test
test.use({ actionTimeout: 15_000 })

const fileOf = ({ name }: Screen) => `${name.toLowerCase().replaceAll(/[^a-z0-9]+/g, '-')}.webp`

for (const part of [0, 1])
  test(`every screen and state is drawn, part ${part + 1} @gallery`, async ({
    browser,
    club,
    device,
  }) => {
    test.setTimeout(900_000)
    const stage = await demoStage(club)
    const sheets = await openSheets(browser)
    const choice = { name: 'language', value: LANGUAGE, url: club.url }
    const storageState = {
      cookies: [],
      origins: [
        {
          origin: club.url,
          localStorage: LANGUAGE === 'mul' ? [] : [{ name: 'language', value: LANGUAGE }],
        },
      ],
    }
    const pages = {
      visitor: await device({ storageState }),
      member: await device({ storageState, as: stage.mia }),
      admin: await device({ storageState, as: stage.chief }),
    }
    if (LANGUAGE !== 'mul')
      for (const page of Object.values(pages)) await page.context().addCookies([choice])
    await mkdir(FOLDER, { recursive: true })
    if (part === 0) await writeList()
    const failed: string[] = []
    const wanted = screens.filter(({ name }) => ONLY.test(name))
    for (const screen of wanted.filter((_, index) => index % 2 === part))
      try {
        const page = pages[screen.as]
        await page.setViewportSize({ width: 768, height: 1024 })
        await page.emulateMedia({ colorScheme: 'light' })
        await show(screen, { ...stage, club, page })
        // a button just pressed would look as if it were meant; a toast stays for as long as it is pointed at
        if (!(await page.locator('[role=group][data-tone]:hover').count()))
          await page.mouse.move(0, 0)
        const place = await page.evaluate(() => window.scrollY)
        const rows: SheetPicture[][] = []
        for (const colorScheme of ['light', 'dark'] as const) {
          await page.emulateMedia({ colorScheme })
          const row: SheetPicture[] = []
          for (const window of WINDOWS) row.push(await picture(page, window, screen, place))
          rows.push(row)
        }
        await writeFile(join(FOLDER, fileOf(screen)), await sheets.draw(rows))
      } catch (error) {
        failed.push(`${screen.name}: ${String(error)}`)
      }
    await sheets.close()
    expect(failed).toEqual([])
  })

async function picture(
  page: Page,
  window: { width: number; height: number },
  { isLong, shows }: Screen,
  place: number,
): Promise<SheetPicture> {
  await page.setViewportSize(window)
  if (isLong) {
    const whole = await page.locator(shows ?? 'html').evaluate((about) => about.scrollHeight)
    // as a window of that height, or what is fixed to its foot would stand in the middle
    const height = Math.min(LONGEST, Math.max(window.height, whole + (shows ? ROOM : 0)))
    await page.setViewportSize({ ...window, height })
  }
  // what stands beside the talk comes after it
  const beside = page.locator('[data-side=true] > :last-child')
  await expect(
    beside.and(page.locator(':empty')).or(beside.locator('[aria-busy=true]')),
  ).toHaveCount(0)
  await page.evaluate(bringIntoView, { place, shows })
  await waitForPaint(page)
  await standStill(page)
  const png = await page.screenshot({ animations: 'disabled' })
  return { width: window.width, png }
}

/** What the screen is about; else its first problem or the field one is in, if that is out of sight. */
function bringIntoView({ place, shows }: { place: number; shows: string | undefined }) {
  scrollTo({ top: place, behavior: 'instant' })
  const isProblem = (element: Element) =>
    element.ariaInvalid === 'true' || Boolean(element.textContent?.trim())
  const about = shows
    ? document.querySelector(shows)
    : ([
        ...document.querySelectorAll(
          ':is(main, [role*=dialog]) :is([aria-invalid=true], [role=alert])',
        ),
      ].find(isProblem) ?? document.querySelector(':is(input, textarea, select):focus'))
  if (!about) return
  const { top, bottom, height } = about.getBoundingClientRect()
  if (!shows && top >= 0 && bottom <= innerHeight) return
  about.scrollIntoView({ block: height < innerHeight ? 'center' : 'start', behavior: 'instant' })
}

/** Names every picture, and removes those of screens that are gone. */
async function writeList(): Promise<void> {
  const names = new Set(screens.map(fileOf))
  const files = (await readdir(FOLDER)).filter((name) => name.endsWith('.webp'))
  for (const gone of files.filter((name) => !names.has(name))) await rm(join(FOLDER, gone))
  const list = screens.map((screen) => `- [${screen.name}](${fileOf(screen)})`).join('\n')
  await writeFile(join(FOLDER, 'README.md'), `${HEAD}\n${list}\n`)
}

const HEAD = `# The club in pictures

Every screen and state in a club of demo members, in the club's own mixture of German and English:
320, 768 and 1440 px wide, light above dark. Drawn by \`npm run e2e -- --grep @gallery\`.
`
