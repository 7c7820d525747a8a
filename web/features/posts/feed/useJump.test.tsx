import { act, renderHook } from '@testing-library/react'
import { MemoryRouter } from 'react-router'
import { afterEach, expect, test, vi } from 'vitest'
import { useJump } from './useJump.tsx'

type Room = Parameters<typeof useJump>[0]

Element.prototype.scrollIntoView = () => {}
afterEach(() => vi.useRealTimers())

test('a jump that begins just when the first target is hidden arrives all the same', () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  document.body.innerHTML = `
    <article id="post-1" tabindex="-1"></article>
    <article id="post-2" tabindex="-1"></article>`
  const { result } = renderHook(() => useJump({ phase: 'loading' } as Room, () => {}), {
    wrapper: MemoryRouter,
  })
  act(() => result.current.arrive(1, true))
  expect(document.activeElement?.id).toBe('post-1')
  act(() => {
    result.current.arrive(2, true)
    vi.runAllTimers()
  })
  expect(document.activeElement?.id).toBe('post-2')
  expect(result.current.found).toBe(2)
  act(() => void vi.runAllTimers())
  expect(result.current.found).toBe(null)
})
