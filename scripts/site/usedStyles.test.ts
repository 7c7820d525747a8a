import { expect, test } from 'vitest'
import { usedStyles } from './usedStyles.ts'

const page = '<main class="_page_a1 _wide_a1"><p>Hello</p><input type="radio"></main>'

test.each([
  ['rules without a class', 'p{color:red}a:hover{color:blue}', 'p{color:red}a:hover{color:blue}'],
  ['classes of the page', '._page_a1>p{margin:0}', '._page_a1>p{margin:0}'],
  ['nothing of other pages', '._form_b2{gap:1px}._page_a1 ._form_b2{gap:2px}', ''],
  ['the selectors that can match', '._form_b2 p,._page_a1 p{top:0}', '._page_a1 p{top:0}'],
  [
    'what a choice may match',
    ':is(._form_b2,._page_a1) p{top:0}',
    ':is(._form_b2,._page_a1) p{top:0}',
  ],
  ['no choice between nothing', ':is(._form_b2,._list_c3>p) p{top:0}p:has(._form_b2){top:0}', ''],
  ['what something is not', 'p:not(._form_b2){top:0}', 'p:not(._form_b2){top:0}'],
  ['what a group still holds', '@media print{._form_b2{gap:0}p{top:0}}', '@media print{p{top:0}}'],
  [
    'inputs of a kind it has',
    ':where([type=date],[type=radio]:not([role=x]))::before{top:0}:where([type=date]):hover{top:0}:where(p){top:0}',
    ':where([type=date],[type=radio]:not([role=x]))::before{top:0}:where(p){top:0}',
  ],
  ['no empty groups', '@media (width<=24rem){@supports (x:y){._form_b2{gap:0}}}', ''],
  ['fonts and movements', '@font-face{src:url(a.woff2)}', '@font-face{src:url(a.woff2)}'],
  ['marks within words', 'p:before{content:"} ._x{"}', 'p:before{content:"} ._x{"}'],
  [
    'properties that are read',
    ':root{--a:1px;--b:var(--a);--c:url("x");--d:2px}p{top:var(--d, 0)}',
    ':root{--d:2px}p{top:var(--d, 0)}',
  ],
  ['statements', '@charset "utf-8";p{top:0}', '@charset "utf-8";p{top:0}'],
])('a page keeps %s', (_, sheet, kept) => {
  expect(usedStyles(sheet, [page])).toBe(kept)
})

test('a property that a script may read is kept', () => {
  const script = "style.getPropertyValue('--bar')"
  expect(usedStyles(':root{--bar:0;--line:1}', [page, script])).toBe(':root{--bar:0;}')
})

test('what a script may bring into the page is kept', () => {
  const script = 'const styles={banner:"_banner_c3"}'
  expect(usedStyles('._banner_c3{top:0}', [page, script])).toBe('._banner_c3{top:0}')
})
