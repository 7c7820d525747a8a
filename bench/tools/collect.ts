// Loaded into every measured server, ours and the baselines: memory is compared after a collection.
process.on('SIGUSR2', () => globalThis.gc?.())
