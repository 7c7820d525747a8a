// Runs as a process of its own: decodes one file a message, see decoder.ts.
import type { DecodingOutcome, Task, DecoderMessage } from './decoder.ts'
import { documentPictures, photoPictures, UnreadableFile } from './decoder.pictures.ts'
import { pdfPages } from './decoder.pdf.ts'

async function decode(task: Task): Promise<DecodingOutcome> {
  try {
    if (task.kind === 'photo') return { pictures: await photoPictures(task.bytes) }
    const pages = task.type === 'pdf' ? await pdfPages(task.bytes) : [task.bytes]
    return { pictures: await documentPictures(pages, task.mark) }
  } catch (error) {
    return { unreadable: error instanceof UnreadableFile ? error.reason : 'unreadable_image' }
  }
}

const say = (word: DecoderMessage) => process.send?.(word)

process.on('message', (task: Task) => {
  void decode(task).then(say)
})
process.on('disconnect', () => process.exit(0))
say({ isReady: true })
