import { cleanup, render } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { Portrait } from './Portrait.tsx'

afterEach(cleanup)

test.each([
  ['mia', 'M'],
  [' ömer', 'Ö'],
  ['🇩🇪 Ben', '🇩🇪'],
  ['🇩🇪🇫🇷', '🇩🇪'],
  ['👍🏽 Tom', '👍🏽'],
  ['❤️ Lu', '❤️'],
  ['1️⃣ Eins', '1️⃣'],
  ['x\u0323\u0301y', 'X\u0323\u0301'],
  ['愛', '愛'],
  ['🌙🌙', '🌙'],
  ['__proto__', '_'],
])('of %s stands a whole sign where there is no photo', (username, initial) => {
  const member = { id: '00000000-0000-4000-8000-000000000000', username }
  const { container } = render(<Portrait member={member} photoId={null} />)
  expect(container.textContent).toBe(initial)
})
