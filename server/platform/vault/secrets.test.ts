import { expect, test } from 'vitest'
import { codeHash, newCode, newSalt, newToken, secretHash, deriveNextToken } from './secrets.ts'

test('tokens are 256 random bits and fit a URL', () => {
  const tokens = Array.from({ length: 1000 }, newToken)
  expect(new Set(tokens).size).toBe(1000)
  for (const token of tokens) expect(token).toMatch(/^[\w-]{43}$/)
  expect(secretHash('a')).toHaveLength(32)
})

test('the next token follows from the old one and the salt, and from nothing less', () => {
  const token = newToken()
  const salt = newSalt()
  expect(deriveNextToken(token, salt)).toBe(deriveNextToken(token, salt))
  expect(deriveNextToken(token, newSalt())).not.toBe(deriveNextToken(token, salt))
  expect(deriveNextToken(newToken(), salt)).not.toBe(deriveNextToken(token, salt))
  expect(deriveNextToken(token, salt)).toMatch(/^[\w-]{43}$/)
})

test('a code is easy to type, and counts for one account only', () => {
  const code = newCode()
  expect(code).toMatch(/^[BCDFGHJKMNPQRSTVWXZ2-9]{4}-[BCDFGHJKMNPQRSTVWXZ2-9]{4}$/)
  expect(codeHash('mia', code.toLowerCase().replace('-', ' '))).toEqual(codeHash('mia', code))
  expect(codeHash('tom', code)).not.toEqual(codeHash('mia', code))
})
