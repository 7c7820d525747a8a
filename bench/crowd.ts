// A crowded room in which something is the case, beside the same room without: what it costs to deliver there.
import { CELLS, cells, type Round } from './listening.ts'
import { atLeast, atMost, inTurn, median, table, type Figure } from './tools/figures.ts'

export const LISTENERS = 2_000

type Side = { name: string; round: () => Promise<Round> }

/** `what` names the case in the figures; `cpu` is what an event may cost in processor time, as a ratio. */
export async function beside(
  what: string,
  [plain, special]: [Side, Side],
  { cpu }: { cpu?: number } = {},
): Promise<Figure[]> {
  const found = await inTurn({ plain: plain.round, special: special.round })
  const of = (who: 'plain' | 'special', cell: keyof Round) =>
    median(found[who].map((one) => one[cell]))
  const ratio = (cell: keyof Round) => of('special', cell) / of('plain', cell)
  const row = (name: string, who: 'plain' | 'special') => [
    name,
    String(LISTENERS),
    ...cells((cell) => of(who, cell)),
  ]
  const rows = [row(plain.name, 'plain'), row(special.name, 'special')]
  console.log(table([what, 'listeners', ...CELLS], rows))
  const figure = (name: string) => `${LISTENERS} listeners, ${what}: ${name}`
  return [
    atMost(figure('lost'), of('special', 'lost'), { floor: 0, digits: 0 }),
    atMost(figure('p99 to that without'), ratio('p99'), { floor: 1.2 }),
    atLeast(figure('events a second to that without'), ratio('perSecond'), { floor: 0.8 }),
    atMost(
      figure('processor time an event to that without'),
      ratio('cpuUs'),
      cpu === undefined ? {} : { floor: cpu },
    ),
  ]
}
