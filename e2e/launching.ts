/** How a browser is started whose path the runner put into the environment. */
export function launching(name: 'CHROMIUM' | 'CHROMIUM_WHOLE') {
  const executablePath = process.env[name]
  return {
    ...(executablePath && { executablePath }),
    args: process.getuid?.() === 0 ? ['--no-sandbox'] : [],
  }
}
