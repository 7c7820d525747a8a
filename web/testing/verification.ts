import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import type { Side, Verification } from '#contract/verification/verification.ts'
import { mila, openTab, type Server } from './openTab.tsx'

export const nothingYet: Verification = {
  status: 'none',
  method: 'none',
  reason: null,
  submittedAt: null,
  medianHours: null,
  views: [],
  receipts: [],
}

export const PATH = '/api/verification'
const STAGE = (side: Side, type: string) => `${PATH}/files?side=${side}&type=${type}`

/** Mila before /verify, at a server that takes in what it is sent, unless the test answers otherwise. */
export async function openVerify(
  known: Partial<Verification> = {},
  {
    answers = {},
    ...options
  }: Partial<Server> & { language?: 'mul' | 'de' | 'en'; isWide?: boolean } = {},
) {
  const state = { verification: { ...nothingYet, ...known } }
  const tab = await openTab('/verify', {
    session: mila,
    answers: { ...verificationServer(state), ...answers },
    ...options,
  })
  return { ...tab, state }
}

/** What the server answers: it takes every file, and any submission makes the status pending. */
export function verificationServer(state: { verification: Verification }): Server['answers'] {
  const stage = (side: Side, type: string): Server['answers'] => ({
    [STAGE(side, type)]: () => Response.json({ fileId: `${side}-${type}` }),
  })
  return {
    ...stage('front', 'jpeg'),
    ...stage('front', 'pdf'),
    ...stage('back', 'jpeg'),
    ...stage('back', 'pdf'),
    ...stage('selfie', 'jpeg'),
    [PATH]: ({ method }) => {
      if (method === 'POST') state.verification.status = 'pending'
      if (method === 'DELETE') state.verification.status = 'none'
      return Response.json(state.verification)
    },
  }
}

const STARTS = { jpg: [0xff, 0xd8, 0xff, 0xe1], png: [0x89, 0x50, 0x4e, 0x47, 13, 10, 26, 10] }
const TYPES = { jpg: 'image/jpeg', png: 'image/png', pdf: 'application/pdf' }

/** A file that begins as its extension says. */
export function fileNamed(
  name: string,
  { bytes = 64, start = undefined as number[] | undefined } = {},
) {
  const extension = name.split('.').at(-1) as keyof typeof TYPES
  const content = new Uint8Array(bytes)
  content.set(
    start ?? (extension === 'pdf' ? [...new TextEncoder().encode('%PDF-1.7')] : STARTS[extension]),
  )
  return new File([content], name, { type: TYPES[extension] })
}

const user = userEvent.setup({ applyAccept: false })
export const press = async (name: string | RegExp) =>
  user.click(await screen.findByRole('button', { name }))
export const choose = async (label: string, file: File) =>
  user.upload(await screen.findByLabelText(label), file)

/** From the explanation to the files, with consent. */
export async function consent(): Promise<void> {
  await user.click(await screen.findByRole('checkbox', { name: /^Ich willige ein/ }))
  await press('Weiter zur Auswahl')
  await screen.findByRole('heading', { name: 'Ihre Dateien' })
}

/** Picks an image for a side and takes it over as it is. */
export async function prepare(label: string, file: File): Promise<void> {
  await choose(label, file)
  await press('Übernehmen')
  await screen.findByRole('heading', { name: 'Ihre Dateien' })
}
