// All the upload of an identity document holds, so that closing it loses nothing; in memory, nowhere else.
import { useState } from 'react'
import type { Side } from '#contract/verification/verification.ts'
import { SIGNATURE_BYTES } from '#web/platform/forms/fileKinds.ts'
import { openPicture, type BurntPicture } from '#web/features/verification/editor/burnIn.ts'
import { UntrueCanvas } from '#web/features/verification/editor/canvas.ts'
import {
  emptyFolder,
  withSide,
  type UploadDocument,
  type Folder,
  type RefusedFile,
} from './documents.ts'
import { beginHistory, newEdit, type History } from '#web/features/verification/editor/edit.ts'
import { judgeFile } from './fileRules.ts'
import { toastProblem } from './uploadToasts.tsx'

const LONGEST_FRAME_MS = 100

type UploadStage =
  | { name: 'explain' | 'files' }
  | { name: 'edit'; side: Side; picture: BurntPicture; history: History }

export type Upload = ReturnType<typeof useUpload>

/** Kept by the page around the dialog. */
export function useUpload(initial: Folder | null = null) {
  const [folder, setFolder] = useState(initial ?? emptyFolder)
  const [stage, setStage] = useState<UploadStage>({ name: folder.hasConsent ? 'files' : 'explain' })
  const [opening, setOpening] = useState<Side | null>(null)
  const [refused, setRefused] = useState<Partial<Record<Side, RefusedFile>>>({})

  /** Says why a file is not taken, and leaves it to be read at its place. */
  const refuse = (side: Side, file: RefusedFile) => {
    setRefused((now) => ({ ...now, [side]: file }))
    toastProblem(file.problem)
  }
  const forget = (side: Side) =>
    setRefused((now) => {
      const others = { ...now }
      delete others[side]
      return others
    })

  const put = (side: Side, document: UploadDocument | undefined) => {
    forget(side)
    setFolder((now) => withSide(now, side, document))
    setStage({ name: 'files' })
  }

  const open = async (side: Side, blob: Blob, name = '') => {
    setOpening(side)
    try {
      // drawing a large picture takes a moment in which nothing else is drawn
      await nextFrame()
      const picture = await openPicture(blob)
      const { width, height } = picture
      setStage({ name: 'edit', side, picture, history: beginHistory(newEdit({ width, height })) })
    } catch (error) {
      const problem = error instanceof UntrueCanvas ? 'canvas_untrue' : 'invalid_image'
      refuse(side, { name, problem })
    } finally {
      setOpening(null)
    }
  }

  /** Takes a file a person chose: an image is opened to be worked on, a PDF is kept as it is. */
  const pick = async (side: Side, file: File) => {
    forget(side)
    const start = await file
      .slice(0, SIGNATURE_BYTES)
      .arrayBuffer()
      .catch(() => new ArrayBuffer(0))
    const judged = judgeFile(side, file, new Uint8Array(start))
    if ('problem' in judged) refuse(side, { name: file.name, problem: judged.problem })
    else if (judged.kind === 'pdf') put(side, { blob: file, type: 'pdf', name: file.name })
    else await open(side, file, file.name)
  }

  return {
    folder,
    stage,
    /** The side whose picture is just being opened. */
    opening,
    /** The last file for a side when it was not taken, and why. */
    refused,
    refuse,
    go: setStage,
    consent: (hasConsent: boolean) => setFolder((now) => ({ ...now, hasConsent })),
    pick,
    edit: open,
    put,
    clear: () => {
      setFolder(emptyFolder)
      setRefused({})
      setStage({ name: 'explain' })
    },
  }
}

/** Once what was set has been painted; at the latest when a hidden tab would wait for ever. */
const nextFrame = () =>
  new Promise<void>((resolve) => {
    requestAnimationFrame(() => setTimeout(resolve))
    setTimeout(resolve, LONGEST_FRAME_MS)
  })
