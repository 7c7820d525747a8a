// As much of PromQL as `ops/alerts.yaml` uses, so that every run of the tests has the rules fire. That Prometheus itself
// comes to the same is proved before a release (`server/tests/seeing/alerts.long.test.ts`).
import type { Labels, Series } from './scraping.ts'

type Element = { labels: Labels; value: number }
type Ranges = { labels: Labels; points: [at: number, value: number][] }[]
type Value = number | Element[]
type Moment = { series: Series[]; at: number }

const TOKEN =
  /\s*([a-z_][a-z_0-9]*|\d+(?:\.\d+)?(?:[smhd]\b)?|"[^"]*"|==|!=|=~|!~|>=|<=|[-+*/(){}[\],=<>])/gy

/** What an expression is at a minute of the series. */
export function evaluate(expression: string, moment: Moment): Element[] {
  const parser = new Parser(expression, moment)
  const value = parser.parse()
  return typeof value === 'number' ? [{ labels: {}, value }] : value
}

const labelKey = (labels: Labels) =>
  Object.entries(labels)
    .map(([label, value]) => `${label}=${value}`)
    .toSorted()
    .join()

class Parser {
  #tokens: string[]
  #moment: Moment

  constructor(expression: string, moment: Moment) {
    this.#tokens = [...expression.matchAll(TOKEN)].map(([, token = '']) => token)
    if (this.#tokens.join('') !== expression.replaceAll(/\s(?=(?:[^"]*"[^"]*")*[^"]*$)/g, ''))
      throw new Error(`not understood: ${expression}`)
    this.#moment = moment
  }

  parse(): Value {
    const value = this.#either()
    if (this.#tokens.length > 0) throw new Error(`not understood: ${this.#tokens.join(' ')}`)
    return value
  }

  #take(...any: string[]): string | null {
    return any.includes(this.#tokens[0] ?? '') ? this.#tokens.shift()! : null
  }
  #need(token: string): void {
    if (!this.#take(token)) throw new Error(`${token} expected before ${this.#tokens.join(' ')}`)
  }

  #either(): Value {
    let value = this.#both()
    while (this.#take('or')) {
      const left = vector(value)
      const has = new Set(left.map(({ labels }) => labelKey(labels)))
      value = [...left, ...vector(this.#both()).filter(({ labels }) => !has.has(labelKey(labels)))]
    }
    return value
  }

  #both(): Value {
    let value = this.#comparison()
    while (this.#take('and')) {
      const right = new Set(vector(this.#comparison()).map(({ labels }) => labelKey(labels)))
      value = vector(value).filter(({ labels }) => right.has(labelKey(labels)))
    }
    return value
  }

  #comparison(): Value {
    const left = this.#quotient()
    const sign = this.#take('==', '!=', '>', '<', '>=', '<=')
    if (!sign) return left
    const right = this.#quotient()
    if (typeof right !== 'number') throw new Error('compared with what is no number')
    return vector(left).filter(({ value }) => COMPARE[sign]!(value, right))
  }

  #quotient(): Value {
    let value = this.#atom()
    while (this.#take('/')) {
      const [left, right] = [value, this.#atom()]
      const under = (labels: Labels) =>
        typeof right === 'number'
          ? right
          : right.find((one) => labelKey(one.labels) === labelKey(labels))?.value
      value = vector(left).flatMap(({ labels, value: over }) => {
        const divisor = under(labels)
        return divisor === undefined ? [] : [{ labels, value: over / divisor }]
      })
    }
    return value
  }

  #atom(): Value {
    if (this.#take('(')) {
      const value = this.#either()
      this.#need(')')
      return value
    }
    const word = this.#tokens.shift() ?? ''
    if (/^\d/.test(word)) return Number(word)
    if (this.#tokens[0] === 'by' || (this.#tokens[0] === '(' && word in AGGREGATE))
      return this.#aggregate(AGGREGATE[word]!)
    if (!this.#take('(')) return this.#instant(word)
    const value =
      word === 'absent'
        ? vector(this.#either()).length > 0
          ? []
          : [{ labels: {}, value: 1 }]
        : this.#change(word)
    this.#need(')')
    return value
  }

  #aggregate(fold: (values: number[]) => number): Element[] {
    const by = this.#take('by') ? this.#list('(', ')') : []
    this.#need('(')
    const groups = new Map<string, { labels: Labels; values: number[] }>()
    for (const { labels, value } of vector(this.#either())) {
      const groupLabels = Object.fromEntries(
        by.flatMap((label) => (label in labels ? [[label, labels[label]!]] : [])),
      )
      const group = groups.get(labelKey(groupLabels)) ?? { labels: groupLabels, values: [] }
      group.values.push(value)
      groups.set(labelKey(groupLabels), group)
    }
    this.#need(')')
    return [...groups.values()].map(({ labels, values }) => ({ labels, value: fold(values) }))
  }

  /** `rate` and `increase` of what only grows. */
  #change(word: string): Element[] {
    if (word !== 'rate' && word !== 'increase') throw new Error(`${word} is not known here`)
    const { found, minutes } = this.#range(this.#tokens.shift() ?? '')
    return found.flatMap(({ labels, points }) => {
      const [first, last] = [points.at(0), points.at(-1)]
      if (!first || !last || first === last) return []
      const perSecond = (last[1] - first[1]) / (60 * (last[0] - first[0]))
      return [{ labels, value: word === 'rate' ? perSecond : perSecond * 60 * minutes }]
    })
  }

  #select(name: string): Series[] {
    const matchers: ((labels: Labels) => boolean)[] = []
    if (this.#take('{'))
      while (!this.#take('}')) {
        const [label = '', sign = '', text = ''] = this.#tokens.splice(0, 3)
        matchers.push((labels) => MATCH[sign]!(labels[label] ?? '', text.slice(1, -1)))
        this.#take(',')
      }
    return this.#moment.series.filter(
      (one) => one.name === name && matchers.every((matches) => matches(one.labels)),
    )
  }

  #instant(name: string): Element[] {
    return this.#select(name).flatMap(({ labels, points }) => {
      const value = points[this.#moment.at]
      return value === null || value === undefined ? [] : [{ labels, value }]
    })
  }

  #range(name: string): { found: Ranges; minutes: number } {
    const selected = this.#select(name)
    const [length = ''] = this.#list('[', ']')
    const minutes = readMinutes(length)
    const { at } = this.#moment
    const found = selected.map(({ labels, points }) => ({
      labels,
      points: points.flatMap((value, minute): [number, number][] =>
        value !== null && minute <= at && minute >= at - minutes ? [[minute, value]] : [],
      ),
    }))
    return { found, minutes }
  }

  #list(opening: string, closing: string): string[] {
    this.#need(opening)
    const words: string[] = []
    while (!this.#take(closing)) {
      words.push(this.#tokens.shift() ?? '')
      this.#take(',')
    }
    return words
  }
}

const vector = (value: Value): Element[] =>
  typeof value === 'number' ? [{ labels: {}, value }] : value

const COMPARE: Record<string, (left: number, right: number) => boolean> = {
  '==': (left, right) => left === right,
  '!=': (left, right) => left !== right,
  '>': (left, right) => left > right,
  '<': (left, right) => left < right,
  '>=': (left, right) => left >= right,
  '<=': (left, right) => left <= right,
}
const MATCH: Record<string, (value: string, text: string) => boolean> = {
  '=': (value, text) => value === text,
  '!=': (value, text) => value !== text,
  '=~': (value, text) => new RegExp(`^(?:${text})$`).test(value),
  '!~': (value, text) => !new RegExp(`^(?:${text})$`).test(value),
}
const AGGREGATE: Record<string, (values: number[]) => number> = {
  sum: (values) => values.reduce((all, one) => all + one, 0),
  max: (values) => Math.max(...values),
  min: (values) => Math.min(...values),
}

const UNITS: Record<string, number> = { s: 1 / 60, m: 1, h: 60, d: 1_440 }

/** `5m` is five. */
export const readMinutes = (text: string): number =>
  Number(text.slice(0, -1)) * (UNITS[text.at(-1) ?? ''] ?? Number.NaN)
