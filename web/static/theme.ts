import { chooseTheme, currentTheme, onThemeChanged } from '#web/platform/shell/theme.ts'

export function switchTheme(): void {
  const button = document.querySelector('[data-theme-switch]')
  const show = () => button?.setAttribute('aria-pressed', String(currentTheme() === 'dark'))
  button?.addEventListener('click', () => chooseTheme(currentTheme() === 'dark' ? 'light' : 'dark'))
  onThemeChanged(show)
  show()
}
