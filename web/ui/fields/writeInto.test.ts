import { afterEach, expect, test, vi } from 'vitest'
import { rewrite, replaceText } from './writeInto.ts'

afterEach(() => {
  document.body.replaceChildren()
  Reflect.deleteProperty(document, 'execCommand')
})

function openField(value: string) {
  const field = document.createElement('textarea')
  field.value = value
  document.body.append(field)
  const heard = vi.fn<() => void>()
  field.addEventListener('input', heard)
  return { field, heard }
}

test('what is written goes the way of what is typed, so that it can be taken back', () => {
  const { field } = openField('Und @be heute')
  const told: unknown[] = []
  document.execCommand = (command, _, text) => {
    const { selectionStart, selectionEnd } = field
    told.push([document.activeElement === field, command, text, selectionStart, selectionEnd])
    return true
  }
  replaceText(field, '@Ben ', 4, 8)
  rewrite(field, 'Und heute')
  rewrite(field, 'Und @be heute')
  expect(told).toEqual([
    [true, 'insertText', '@Ben ', 4, 8],
    [true, 'delete', undefined, 4, 8],
  ])
})

test.each([
  ['that knows no such way', undefined],
  ['that refuses it', () => false],
])('in a browser %s it is written all the same, and heard', (_, execCommand) => {
  if (execCommand) document.execCommand = execCommand
  const { field, heard } = openField('Und @be heute')
  replaceText(field, '@Ben ', 4, 8)
  expect([field.value, field.selectionStart]).toEqual(['Und @Ben heute', 9])
  rewrite(field, 'Und @Benno heute')
  expect(field.value).toBe('Und @Benno heute')
  rewrite(field, '')
  expect([field.value, heard.mock.calls.length]).toEqual(['', 3])
})
