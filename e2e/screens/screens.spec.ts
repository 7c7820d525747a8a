import { allLooks, LANGUAGES, pickTurn, planLooks, type Look } from '#testing/looks.ts'
import { openStream } from '#testing/random.ts'
import { expect, test } from '../club/journey.ts'
import { screens, type Screen } from '../gallery/screens.ts'
import { BETWEEN, bringUp, judge, judgeMiddleWidth, openStages } from './screens.walk.ts'

/** So many go through the screens at a time, each through their own part. */
const PARTS = 4

const whole = screens.filter(({ isBilingual }) => !isBilingual)
// another run sees each screen in other looks; `SEED` brings those of a run back
const plan = planLooks(whole.length, openStream('the looks of the screens'))
const planned = new Map<Screen, Look>(whole.map((screen, at) => [screen, plan[at]!]))
/** What says everything in both languages is the same in each. */
const bilingual: readonly Look[] = allLooks.filter(({ language }) => language === 'mul')

/** Every screen, and of its further states those whose turn it is; to bring one up takes three seconds. */
const shown = pickTurn(
  screens,
  ({ as, path }) => `${as} ${path.replace(/[?#].*/, '')}`,
  openStream('the turn of the states'),
)

/** One state that cannot be brought up hides no other: a run tells of all of them. */
const walkOn = (name: string, look: () => Promise<void>) =>
  test.step(name, () => look().catch((error: unknown) => expect.soft(error, name).toBeUndefined()))

for (let part = 0; part < PARTS; part += 1) {
  const own = screens.filter((_, index) => index % PARTS === part)

  test(`every screen, and a twelfth of its states, is accessible in one of its looks, part ${part + 1}`, async ({
    club,
    device,
  }) => {
    test.setTimeout(1_200_000)
    const stageOf = await openStages(club, device)
    for (const screen of shown.filter((_, index) => index % PARTS === part))
      await walkOn(screen.name, async () => {
        const stage = stageOf(screen)
        const look = planned.get(screen) ?? bilingual[screens.indexOf(screen) % bilingual.length]!
        await bringUp(screen, stage, look.language, { isThere: false })
        await judge(screen, stage, look)
        const between = BETWEEN[look.width === 'narrow' ? 0 : 1]
        await judgeMiddleWidth(screen, stage, look.language, between)
      })
  })

  test(`every screen and state is accessible in each language, light and dark, wide and narrow, part ${part + 1} @long`, async ({
    club,
    device,
  }) => {
    test.setTimeout(2_400_000)
    const stageOf = await openStages(club, device)
    for (const screen of own)
      await walkOn(screen.name, async () => {
        const stage = stageOf(screen)
        for (const language of screen.isBilingual ? (['mul'] as const) : LANGUAGES) {
          await bringUp(screen, stage, language, { isThere: language !== 'mul' })
          for (const look of allLooks.filter((one) => one.language === language))
            await judge(screen, stage, look)
          for (const width of BETWEEN) await judgeMiddleWidth(screen, stage, language, width)
        }
      })
  })
}
