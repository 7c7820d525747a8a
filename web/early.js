// Stands in the app's page before its scripts and asks at once for what the screen at this address
// needs, which would otherwise be found only after the app itself has come and run.
// FILES is what the build put there: the files and words of each screen, by where its address starts,
// and the words of every screen; words by language.
const [screens, words] = FILES

const path = location.pathname
const screen = screens.find(([start]) =>
  start.endsWith('/') ? path.startsWith(start) : path === start,
)

let language
try {
  language = localStorage.getItem('language')
} catch {
  // storage refused: the operator's
}
language ??= document.querySelector('meta[name=default-language]').content
if (language === 'auto') language = /^de/i.test(navigator.language) ? 'de' : 'en'

const files = [words, screen?.[2]].flatMap((by) => by?.[language] ?? [])
for (const file of new Set([...(screen?.[1] ?? []), ...files])) {
  const link = document.createElement('link')
  const isStyle = file.endsWith('.css')
  link.rel = isStyle ? 'preload' : 'modulepreload'
  if (isStyle) link.as = 'style'
  // as the app will ask for it, or it would be loaded twice
  link.crossOrigin = ''
  link.href = `/${file}`
  document.head.append(link)
}
