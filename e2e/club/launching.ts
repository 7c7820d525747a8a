/**
 * A page of a journey lives for seconds: optimised code, threads that collect garbage, and painting
 * beyond the window are never paid back. Without them a page costs a third less of a processor.
 */
const FOR_SHORT_LIVES = [
  '--js-flags=--no-maglev --no-opt --single-threaded-gc',
  '--num-raster-threads=1',
  '--force-gpu-mem-available-mb=4',
]

/** How a browser is started whose path the runner put into the environment. */
export function launching(name: 'CHROMIUM' | 'CHROMIUM_WHOLE') {
  const executablePath = process.env[name]
  return {
    ...(executablePath && { executablePath }),
    args: [
      ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
      // a picture is of all of the window, however tall
      ...(process.env['DRAWS_PICTURES'] ? [] : FOR_SHORT_LIVES),
    ],
  }
}
