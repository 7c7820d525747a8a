import { beforeEach, expect, test, vi } from 'vitest'
import { chooseTheme, currentTheme, followTheme, onThemeChanged } from './theme.ts'

const device = { dark: false }

beforeEach(() => {
  localStorage.clear()
  delete document.documentElement.dataset.theme
  device.dark = false
  vi.stubGlobal('matchMedia', () => ({
    matches: device.dark,
    addEventListener() {},
    removeEventListener() {},
  }))
})

test('without a choice the club follows the device', () => {
  expect(currentTheme()).toBe('light')
  device.dark = true
  expect(currentTheme()).toBe('dark')
})

test('a choice against the device is shown and remembered', () => {
  chooseTheme('dark')
  expect(currentTheme()).toBe('dark')
  expect(document.documentElement.dataset.theme).toBe('dark')
  expect(localStorage.getItem('theme')).toBe('dark')
})

test('choosing what the device wants follows the device again', () => {
  chooseTheme('dark')
  chooseTheme('light')
  expect(localStorage.getItem('theme')).toBeNull()
  device.dark = true
  expect(currentTheme()).toBe('dark')
})

test('what was chosen in another tab shows in one that is gone back to', () => {
  const stop = followTheme()
  const comeBack = () =>
    window.dispatchEvent(Object.assign(new Event('pageshow'), { persisted: true }))
  localStorage.setItem('theme', 'dark')
  comeBack()
  expect(currentTheme()).toBe('dark')
  localStorage.removeItem('theme')
  comeBack()
  expect(currentTheme()).toBe('light')
  stop()
})

test('what is chosen in another tab shows here, and is forgotten here when it is there', () => {
  const seen: string[] = []
  const stops = [followTheme(), onThemeChanged(() => seen.push(currentTheme()))]
  const hear = () => window.dispatchEvent(new StorageEvent('storage', { key: 'theme' }))
  localStorage.setItem('theme', 'dark')
  hear()
  localStorage.removeItem('theme')
  hear()
  for (const stop of stops) stop()
  expect(seen).toEqual(['dark', 'light'])
})
