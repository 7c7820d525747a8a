/** Rules around other rules; what else begins with `@` is kept as it is. */
const GROUPS = /^@(media|supports|container|layer)\b/
/** One of what these hold must be there, but for what something is not. */
const CHOICES = /:(is|where|not|has)\(((?:[^()]|\((?:[^()]|\([^()]*\))*\))*)\)/g
const DEMANDED = /\.(-?[\w-]+)|\[type="?(\w+)"?\]/g
const PROPERTIES = /(?<=[{;])(--[\w-]+):[^;{}]*;?/g

/**
 * Of one sheet for all public pages, the rules that a page has a use for: a class it needs must
 * stand in the page, or in a script that may bring it there, and so must an input of a kind. Of the
 * custom properties, those that are read. Every page carries its styles in itself, so what it does
 * not use would be weight.
 */
export function usedStyles(sheet: string, texts: readonly string[]): string {
  const known = new Map<string, boolean>()
  const isKnown = (name: string): boolean => {
    const is = known.get(name) ?? texts.some((text) => text.includes(name))
    known.set(name, is)
    return is
  }
  const canMatch = (selector: string): boolean => {
    const choices = [...selector.matchAll(CHOICES)].filter(([, kind]) => kind !== 'not')
    const demanded = [...selector.replace(CHOICES, '').matchAll(DEMANDED)]
    return (
      choices.every(([, , inside = '']) => selectorsOf(inside).some(canMatch)) &&
      demanded.every(([, name, type]) => isKnown(name ?? `type="${type}"`))
    )
  }
  const used = (css: string): string =>
    rulesOf(css)
      .map(({ head, body }) => {
        if (body === null) return head
        if (GROUPS.test(head)) {
          const inside = used(body)
          return inside && `${head}{${inside}}`
        }
        if (head.startsWith('@')) return `${head}{${body}}`
        const selectors = selectorsOf(head).filter(canMatch)
        return selectors.length > 0 ? `${selectors.join(',')}{${body}}` : ''
      })
      .join('')
  return withoutUnread(used(sheet), isKnown)
}

/** Without the custom properties that nothing reads any more, some of which were read by others of them. */
function withoutUnread(css: string, isKnown: (name: string) => boolean): string {
  const read = new Set(Array.from(css.matchAll(/var\((--[\w-]+)/g), ([, name]) => name))
  const rest = css.replace(PROPERTIES, (whole, name: string) =>
    read.has(name) || isKnown(name) ? whole : '',
  )
  return rest === css ? css : withoutUnread(rest, isKnown)
}

/** `body` is null for a statement such as `@import …;`. */
type Rule = { head: string; body: string | null }

function rulesOf(css: string): Rule[] {
  const rules: Rule[] = []
  let start = 0
  let open = -1
  let depth = 0
  for (let at = 0; at < css.length; at += 1) {
    const char = css[at]
    if (char === '"' || char === "'") at = css.indexOf(char, at + 1)
    else if (char === '{') {
      if (depth === 0) open = at
      depth += 1
    } else if (char === '}') {
      depth -= 1
      if (depth > 0) continue
      rules.push({ head: css.slice(start, open).trim(), body: css.slice(open + 1, at) })
      start = at + 1
    } else if (char === ';' && depth === 0) {
      rules.push({ head: css.slice(start, at + 1).trim(), body: null })
      start = at + 1
    }
  }
  return rules
}

/** Parted by the commas that stand in no brackets. */
function selectorsOf(head: string): string[] {
  const selectors = ['']
  let depth = 0
  for (const char of head) {
    if (char === '(' || char === '[') depth += 1
    if (char === ')' || char === ']') depth -= 1
    if (char === ',' && depth === 0) selectors.push('')
    else selectors[selectors.length - 1] += char
  }
  return selectors
}
