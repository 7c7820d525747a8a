// Loaded into a server whose memory is measured: what waits to be collected says nothing of what is held.
process.on('SIGUSR2', () => {
  globalThis.gc?.()
  process.send?.(process.memoryUsage())
})
