// Ends the app's page: evaluates its scripts in turn, each as a task of its own, so that a slow phone
// answers a tap in between. SCRIPTS is what the build put there, the app itself last.
const gap = () => new Promise((next) => setTimeout(next))

async function start(libraries) {
  const app = libraries.pop()
  // React makes errors while it is evaluated, whose place nobody asks for: to tell it, the browser
  // would read all of React a second time
  const { stackTraceLimit } = Error
  Error.stackTraceLimit = undefined
  for (const library of libraries) {
    await import(library)
    await gap()
  }
  Error.stackTraceLimit = stackTraceLimit
  await import(app)
}

void start(SCRIPTS)
