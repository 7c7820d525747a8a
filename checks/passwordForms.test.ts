import { expect, test } from 'vitest'
import { code } from './sources.ts'

test('every form with a password names the account for the browser', () => {
  const forms = code.filter(({ text }) => /<form[\s\S]*<Password(Field|Input)\b/.test(text))
  expect(forms.length).toBeGreaterThan(3)
  const unnamed = forms.filter(({ text }) => !/<AccountName|autoComplete="username/.test(text))
  expect(unnamed.map(({ path }) => path)).toEqual([])
})
