export default { test: { include: ['checks/**/*.test.ts','server/**/*.test.ts'], isolate: false, maxWorkers: 1 } }
