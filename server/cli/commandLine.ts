import { parseArgs } from 'node:util'
import { SetupError } from '#server/platform/process/setupError.ts'

const options = {
  email: { type: 'string' },
  to: { type: 'string' },
  tombstones: { type: 'string' },
  head: { type: 'string' },
  backup: { type: 'string' },
  keys: { type: 'boolean' },
} as const
type Option = keyof typeof options

/** What may stand behind each command: so many words, and these options. */
const COMMANDS = new Map(
  Object.entries<{ words: number; takes: readonly Option[] }>({
    'grant-admin': { words: 0, takes: ['email'] },
    'revoke-admin': { words: 0, takes: ['email'] },
    'reset-factors': { words: 0, takes: ['email'] },
    demo: { words: 0, takes: [] },
    migrate: { words: 0, takes: [] },
    'set-price': { words: 0, takes: [] },
    audit: { words: 1, takes: ['head', 'backup'] },
    backup: { words: 0, takes: ['to', 'keys'] },
    restore: { words: 1, takes: ['tombstones'] },
    'turn-lasting-key': { words: 0, takes: [] },
    'adopt-folders': { words: 0, takes: [] },
    'move-files': { words: 0, takes: ['to'] },
    doctor: { words: 0, takes: [] },
  }),
)

export type Command = {
  command: string | undefined
  detail: string | undefined
  values: { [name in Exclude<Option, 'keys'>]?: string } & { keys?: boolean }
}

const NONE: Command = { command: undefined, detail: undefined, values: {} }
/** These print the list of commands, as no command at all does. */
const HELP = new Set(['--help', '-h'])

/**
 * What was typed, all of it: what is passed over in silence would be taken for done, such as a head of
 * the audit log that was given in a way nobody reads. Throws a `SetupError`.
 */
export function parseCommand(args: readonly string[]): Command {
  if (args.length === 1 && HELP.has(args[0]!)) return NONE
  const { positionals, values } = parse(args)
  const [command, ...words] = positionals
  const known = COMMANDS.get(command ?? '')
  if (!known) return NONE
  const odd = Object.keys(values).find((name) => !known.takes.includes(name as Option))
  if (odd) throw new SetupError(`"${command}" takes no --${odd}.`)
  if (words.length > known.words)
    throw new SetupError(`"${command}" takes no "${words[known.words]}".`)
  const empty = Object.entries(values).find(([, value]) => value === '')?.[0]
  if (empty) throw new SetupError(`--${empty} needs a value.`)
  return { command, detail: words[0], values: { ...values } }
}

function parse(args: readonly string[]) {
  try {
    return parseArgs({ args: [...args], allowPositionals: true, options })
  } catch (error) {
    const { code = '', message } = error as NodeJS.ErrnoException
    if (!code.startsWith('ERR_PARSE_ARGS_')) throw error
    // the rest tells programmers how to make a word of it
    throw new SetupError(`${message.split(/\.\s|\n/)[0]?.replace(/\.$/, '')}.`)
  }
}
