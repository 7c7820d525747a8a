// Loaded into a server whose memory is measured: V8 keeps pages it has emptied, so that only what is
// left after a collection can be compared.
process.on('SIGUSR2', () => {
  globalThis.gc?.()
  process.send?.('collected')
})
