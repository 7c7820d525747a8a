// The same for SQL: a rule in a query is a rule, and no tool for JavaScript looks into its text.
import type { Slip } from './operators.ts'

const TOKEN =
  /'(?:[^']|'')*'|--[^\n]*|is not null|is null|not in\b|not exists|is not distinct from|is distinct from|\b[a-z_]+\b|::|=>|->>?|@>|<@|\|\||<=|>=|<>|[<>=+-]/g

const TURNED: Record<string, string[]> = {
  and: ['or'],
  or: ['and'],
  '<': ['<=', '>='],
  '<=': ['<', '>'],
  '>': ['>=', '<='],
  '>=': ['>', '<'],
  '=': ['<>'],
  '<>': ['='],
  '+': ['-'],
  '-': ['+'],
  'is null': ['is not null'],
  'is not null': ['is null'],
  'not exists': ['exists'],
  exists: ['not exists'],
  'not in': ['in'],
  not: [''],
  'is distinct from': ['is not distinct from'],
  'is not distinct from': ['is distinct from'],
  desc: ['asc'],
  min: ['max'],
  max: ['min'],
  least: ['greatest'],
  greatest: ['least'],
  true: ['false'],
  false: ['true'],
}

/** Begins what `=` compares in, ends what it sets in. */
const CONDITIONS = new Set([
  'where',
  'on',
  'from',
  'returning',
  'select',
  'when',
  'having',
  'using',
])

/** Everything that could be wrong in the texts of one query. */
export function sqlSlips(source: string, texts: { start: number; end: number }[]): Slip[] {
  const slips: Slip[] = []
  let [isSetting, isBetween, last] = [false, false, '']
  for (const { start, end } of texts)
    for (const match of source.slice(start, end).matchAll(TOKEN)) {
      const [token] = match
      const at = start + match.index
      if (token === 'set') isSetting = true
      if (CONDITIONS.has(token)) isSetting = false
      const isOther = isBetween && token === 'and'
      if (!isOther && !(token === 'not' && last === 'is') && !(isSetting && token === '='))
        for (const text of TURNED[token] ?? [])
          slips.push({ start: at, end: at + token.length, text })
      if (token === 'between' || isOther) isBetween = token === 'between'
      last = token
    }
  return slips
}
