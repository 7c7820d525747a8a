// Ends the app's page: says that it is loading, asks for the app's styles, and evaluates its scripts in
// turn, each as a task of its own, so that a slow phone answers a tap in between. SCRIPTS is what the
// build put there, the app itself last; STYLES its style sheet; WORDS what is said meanwhile, by language.
const gap = () => new Promise((next) => setTimeout(next))
const words = WORDS
const [loading, failed, again] = words[globalThis.early.language] ?? words.en

const status = document.querySelector('.first p')
/** Each in its own tongue, for the mixture holds both. */
const say = (element, [lang, text]) => Object.assign(element, { lang, textContent: text })

/**
 * A sheet in the page itself would keep the first words from being seen until it is here; one for
 * another medium does not. It stands before those of the app's parts, which overrule it.
 */
const dress = () => {
  const link = document.createElement('link')
  link.rel = 'stylesheet'
  link.media = 'print'
  link.crossOrigin = ''
  link.href = STYLES
  return new Promise((resolve, reject) => {
    link.addEventListener('load', () => {
      link.media = 'all'
      resolve()
    })
    link.addEventListener('error', () => reject(new Error('no styles')))
    document.head.append(link)
  })
}

const start = async (libraries) => {
  const app = libraries.pop()
  const dressed = dress()
  // React makes errors while it is evaluated, whose place nobody asks for: to tell it, the browser
  // would read all of React a second time
  const { stackTraceLimit } = Error
  Error.stackTraceLimit = undefined
  for (const library of libraries) {
    await import(library)
    await gap()
  }
  Error.stackTraceLimit = stackTraceLimit
  // nothing is seen undressed
  await dressed
  await import(app)
}

say(status, loading)
start(SCRIPTS).catch((error) => {
  // nothing was typed yet that could be lost
  const reload = () => location.reload()
  const button = say(document.createElement('button'), again)
  button.addEventListener('click', reload)
  say(status, failed).append(' ', button)
  addEventListener('online', reload)
  throw error
})
