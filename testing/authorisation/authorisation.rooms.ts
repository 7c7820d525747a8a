import { VerificationStatus } from '#contract/accounts/session.ts'
import type { Access } from '#contract/endpoint.ts'
import type { ErrorCode } from '#contract/errors.ts'
import type { Rights } from '#server/features/rooms/rooms.policy.ts'
import { everyStanding, standings, type Standing } from './standings.ts'

export const combinations: Rights[] = [true, false].flatMap((hasContentConsent) =>
  [true, false].flatMap((isAdmitted) =>
    [true, false].flatMap((isSubscriber) =>
      VerificationStatus.options.map((verificationStatus) => ({
        hasContentConsent,
        isAdmitted,
        isSubscriber,
        verificationStatus,
      })),
    ),
  ),
)

type Kind = 'waiting' | 'anyone' | 'verified' | 'subscriber' | 'both'
/** A level this version does not know stands for every such level. */
type Level = 'free' | 'club' | 'paid' | 'vip' | 'platinum'
type Levels = Record<Level, ErrorCode | null>

/** Why a room is closed to whom, by its level; null where it opens. */
const levels: Record<Kind, Levels> = {
  waiting: {
    free: 'not_admitted',
    club: 'not_admitted',
    paid: 'not_admitted',
    vip: 'not_admitted',
    platinum: 'not_admitted',
  },
  anyone: {
    free: null,
    club: 'room_needs_verification',
    paid: 'room_needs_subscription',
    vip: 'room_needs_both',
    platinum: 'room_closed',
  },
  verified: {
    free: null,
    club: null,
    paid: 'room_needs_subscription',
    vip: 'room_needs_both',
    platinum: 'room_closed',
  },
  subscriber: {
    free: null,
    club: 'room_needs_verification',
    paid: null,
    vip: 'room_needs_both',
    platinum: 'room_closed',
  },
  both: { free: null, club: null, paid: null, vip: null, platinum: 'room_closed' },
}

/** What each level answers somebody with these rights. Pending and rejected count as none. */
export function roomTable({
  isAdmitted,
  isSubscriber,
  verificationStatus,
}: Omit<Rights, 'hasContentConsent'>): Levels {
  if (!isAdmitted) return levels.waiting
  if (verificationStatus === 'verified') return isSubscriber ? levels.both : levels.verified
  return isSubscriber ? levels.subscriber : levels.anyone
}

const kinds: Record<Kind, string> = {
  waiting: 'waiting in line',
  anyone: 'admitted',
  verified: 'admitted, verified',
  subscriber: 'admitted, subscriber',
  both: 'admitted, verified, subscriber',
}

type Line = { name: string; access: Access; expected: Record<Standing, string> }

/** The tables as a page to read. */
export function asMarkdown(calls: Line[]): string {
  const every = Object.keys(levels.anyone) as Level[]
  return [
    '# Who may do what',
    '',
    'Written by `testing/authorisation/authorisation.test.ts` from the tables in `testing/authorisation/authorisation.ts`;',
    'the same test asks every cell of a running server. `✓` is an answer, anything else the code of',
    'the refusal.',
    '',
    '## Who',
    '',
    ...rows(['standing', 'who that is'], Object.entries(standings)),
    '',
    '## Endpoints and streams',
    '',
    ...rows(
      ['call', 'access', ...everyStanding],
      calls.map(({ name, access, expected }) => [
        `\`${name}\``,
        access,
        ...everyStanding.map((standing) =>
          expected[standing] === 'ok' ? '✓' : expected[standing],
        ),
      ]),
    ),
    '',
    '## Rooms',
    '',
    'Entering a room by its access level; where it opens, the explicit consent to content of Art. 9',
    'GDPR is asked for (`consent_required`), which no card speaks of. Reading, posting and listening',
    'also need belonging to the room (`not_in_room`). Pending and rejected verifications count as none.',
    '',
    ...rows(
      ['member', ...every.map((level) => (level === 'platinum' ? 'any other' : level))],
      (Object.keys(kinds) as Kind[]).map((kind) => [
        kinds[kind],
        ...every.map((level) => levels[kind][level] ?? '✓'),
      ]),
    ),
    '',
  ].join('\n')
}

/** A table, padded as the formatter wants it. */
function rows(head: string[], body: string[][]): string[] {
  const widths = head.map((_, at) =>
    Math.max(3, ...[head, ...body].map((cells) => cells[at]!.length)),
  )
  const line = (cells: string[], fill = ' ') =>
    `| ${cells.map((cell, at) => cell.padEnd(widths[at]!, fill)).join(' | ')} |`
  return [
    line(head),
    line(
      head.map(() => ''),
      '-',
    ),
    ...body.map((cells) => line(cells)),
  ]
}
