import { parentPort } from 'node:worker_threads'
import { sheetAsPdf } from './sheet.pdf.ts'
import type { Sheet } from './sheet.ts'

parentPort?.on('message', (sheet: Sheet) => {
  void sheetAsPdf(sheet).then((bytes) => parentPort?.postMessage(bytes))
})
