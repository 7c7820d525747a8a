import { expect, test } from 'vitest'
import fc from '#testing/property.ts'
import { parseCommand } from './commandLine.ts'

const HEAD = 'a'.repeat(64)

test.each([
  [['audit', 'verify', '--head', HEAD], { command: 'audit', detail: 'verify', head: HEAD }],
  [['audit', `--head=${HEAD}`, 'verify'], { command: 'audit', detail: 'verify', head: HEAD }],
  [['audit'], { command: 'audit' }],
  [['backup', '--keys', '--to', '/mnt'], { command: 'backup', keys: true, to: '/mnt' }],
  [['restore', '/b', '--tombstones', '/t'], { command: 'restore', detail: '/b', tombstones: '/t' }],
  [
    ['grant-admin', '--email', 'mia@example.org'],
    { command: 'grant-admin', email: 'mia@example.org' },
  ],
  [['move-files', '--to', 's3'], { command: 'move-files', to: 's3' }],
  [['doctor'], { command: 'doctor' }],
  [[], {}],
  [['nothing'], {}],
  [['toString'], {}],
  [['--help'], {}],
  [['-h'], {}],
])('%j is understood', (args, { command, detail, ...values }: Record<string, unknown>) => {
  expect(parseCommand(args)).toEqual({ command, detail, values })
})

test.each([
  [['audit', 'verify', '--haed', HEAD], "Unknown option '--haed'."],
  [['audit', 'verify', '--head'], '--head'],
  [['audit', 'verify', '--head='], '--head needs a value.'],
  [['audit', 'verify', '--head', '--backup', '/b'], '--head'],
  [['audit', 'verify', HEAD], `"audit" takes no "${HEAD}".`],
  [['audit', 'verify', '--backup'], '--backup'],
  [['audit', 'verify', '--to', '/mnt'], '"audit" takes no --to.'],
  [['backup', '--key', '--to', '/mnt'], "Unknown option '--key'."],
  [['backup', '--keys=no', '--to', '/mnt'], '--keys'],
  [['backup', '/mnt'], '"backup" takes no "/mnt".'],
  [['backup', '--to', ''], '--to needs a value.'],
  [['backup', '--no-keys', '--to', '/mnt'], "Unknown option '--no-keys'."],
  [['restore', '/b', '/c'], '"restore" takes no "/c".'],
  [['restore', '/b', '--to', '/c'], '"restore" takes no --to.'],
  [['grant-admin', '--email'], '--email'],
  [['grant-admin', 'mia@example.org'], '"grant-admin" takes no "mia@example.org".'],
  [['revoke-admin', '-email', 'mia@example.org'], "Unknown option '-e'."],
  [['doctor', '--fix'], "Unknown option '--fix'."],
  [['set-price', '2990'], '"set-price" takes no "2990".'],
  [['turn-lasting-key', '--', '--now'], '"turn-lasting-key" takes no "--now".'],
])('%j is refused in one sentence: nothing of it is passed over', (args, said) => {
  expect(() => parseCommand(args)).toThrow(said)
  expect(() => parseCommand(args)).toThrow(/^[^\n]+\.$/)
})

const LINES = [
  ['audit', 'verify', '--head', HEAD],
  ['backup', '--keys', '--to', '/mnt'],
  ['restore', '/b', '--tombstones', '/t'],
  ['grant-admin', '--email', 'mia@example.org'],
  ['doctor'],
]

test('whatever is added to a command that says all is refused', () => {
  const added = fc.oneof(
    fc.constantFrom('--haed', '--keyz', '--help', '-k', '--__proto__', '--constructor=x', '--to='),
    fc.stringMatching(/^[a-z0-9/.]{1,8}$/),
  )
  fc.assert(
    fc.property(fc.constantFrom(...LINES), added, (line, more) => {
      expect(() => parseCommand([...line, more])).toThrow(/^[^\n]+\.$/)
    }),
  )
})

test('whatever is typed, what is wrong with it is said without a stack', () => {
  const word = fc.oneof(
    fc.constantFrom('audit', 'verify', 'backup', 'restore', 'doctor', '--', '-', '--keys', '--to'),
    fc.constantFrom(
      '--head',
      '--email',
      '--email=',
      '-k',
      '--__proto__',
      '__proto__',
      '',
      '=',
      '\0',
    ),
    fc.string({ maxLength: 12 }),
  )
  fc.assert(
    fc.property(fc.array(word, { maxLength: 6 }), (args) => {
      try {
        parseCommand(args)
      } catch (error) {
        expect((error as Error).name).toBe('SetupError')
      }
    }),
  )
})
