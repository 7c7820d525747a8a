import { useState } from 'react'
import type { Side } from '#contract/verification.ts'
import { openPicture, type Picture } from './burnIn.ts'
import { emptyFolder, withSide, type Document, type Folder } from './documents.ts'
import { begun, untouched, type History } from './edit.ts'
import { judgeFile, SIGNATURE_BYTES } from './fileRules.ts'
import { toastProblem } from './uploadToasts.tsx'

export type Stage =
  | { name: 'explain' | 'files' }
  | { name: 'edit'; side: Side; picture: Picture; history: History }

export type Upload = ReturnType<typeof useUpload>

/**
 * Everything the upload dialog holds, kept by the page around it, so that closing the dialog loses
 * nothing. It lives in memory and nowhere else.
 */
export function useUpload(initial: Folder | null = null) {
  const [folder, setFolder] = useState(initial ?? emptyFolder)
  const [stage, setStage] = useState<Stage>({ name: folder.hasConsent ? 'files' : 'explain' })
  const [opening, setOpening] = useState<Side | null>(null)

  const put = (side: Side, document: Document | undefined) => {
    setFolder((now) => withSide(now, side, document))
    setStage({ name: 'files' })
  }

  const open = async (side: Side, blob: Blob) => {
    setOpening(side)
    try {
      const picture = await openPicture(blob)
      const { width, height } = picture
      setStage({ name: 'edit', side, picture, history: begun(untouched({ width, height })) })
    } catch {
      toastProblem('invalid_image')
    } finally {
      setOpening(null)
    }
  }

  /** Takes a file a person chose: an image is opened to be worked on, a PDF is kept as it is. */
  const pick = async (side: Side, file: File) => {
    const start = await file.slice(0, SIGNATURE_BYTES).arrayBuffer()
    const judged = judgeFile(side, file, new Uint8Array(start))
    if ('problem' in judged) toastProblem(judged.problem)
    else if (judged.kind === 'pdf') put(side, { blob: file, type: 'pdf' })
    else await open(side, file)
  }

  return {
    folder,
    stage,
    /** The side whose picture is just being opened. */
    opening,
    go: setStage,
    consent: (hasConsent: boolean) => setFolder((now) => ({ ...now, hasConsent })),
    pick,
    edit: open,
    put,
    clear: () => {
      setFolder(emptyFolder)
      setStage({ name: 'explain' })
    },
  }
}
