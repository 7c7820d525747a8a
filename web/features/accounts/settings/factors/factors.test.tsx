import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { Passkey, Security } from '#contract/accounts/security.ts'
import { challenge, openAuthenticator } from '#web/testing/authenticator.ts'
import { Channel } from '#web/testing/channel.ts'
import { closeTab, done, mila, openTab, plainSecurity, refusal } from '#web/testing/openTab.tsx'
import { settle } from '#web/testing/turns.ts'

beforeEach(() => {
  localStorage.clear()
  Channel.all = []
})
afterEach(() => (closeTab(), vi.restoreAllMocks()))

const PASSKEYS = '/api/security/passkeys'
const TOTP = '/api/security/totp'
const codes = Array.from({ length: 10 }, (_, at) => `AAAA-BBBB-CCC${at}`)
const phone: Passkey = {
  id: '018f0000-0000-7000-8000-0000000000a1',
  name: 'Phone',
  createdAt: '2026-11-01T10:00:00.000Z',
  lastUsedAt: null,
}
const field = (label: string) => screen.findByLabelText<HTMLInputElement>(label)
const button = (name: string) => screen.findByRole('button', { name })
const press = async (name: string) => userEvent.click(await button(name))
const dialog = async (name: RegExp) => within(await screen.findByRole('dialog', { name }))
const told = async (words: string | RegExp) => {
  const statuses = () => screen.getAllByRole('status').map(({ textContent }) => textContent)
  await waitFor(() => expect(statuses().join('\n')).toMatch(words))
}

async function openSettings(more: Partial<Security> = {}, session = mila) {
  const club = { security: { ...plainSecurity, ...more } }
  const answers = {
    '/api/security': () => Response.json(club.security),
    '/api/security/sessions': () => Response.json({ sessions: [] }),
    [`${PASSKEYS}/challenge`]: challenge,
  }
  const tab = await openTab('/settings/account', { session, answers })
  await button('Change password')
  return { ...tab, club }
}

test('the first passkey is named, made and kept, and brings recovery codes', async () => {
  const authenticator = openAuthenticator()
  const { server, club } = await openSettings()
  server.answers[PASSKEYS] = () => {
    Object.assign(club.security, { passkeys: [phone], recoveryCodesLeft: 10 })
    return Response.json({ passkey: phone, recoveryCodes: codes })
  }
  await press('Add a passkey')
  const name = await field('Name of the passkey')
  expect(document.activeElement).toBe(name)
  expect(name.value).toBe('Passkey 1')
  authenticator.answer = 'NotAllowedError'
  await press('Make passkey')
  await screen.findByText(/No passkey was made/)
  authenticator.answer = 'InvalidStateError'
  await press('Make passkey')
  await screen.findByText(/has a passkey for your account already/)
  authenticator.answer = 'given'
  await userEvent.clear(name)
  await press('Make passkey')
  expect(authenticator.asked).toHaveLength(2)
  await userEvent.type(name, 'Phone{Enter}')
  await told('“Phone” is added.')
  expect(server.requests.findLast(({ path }) => path === PASSKEYS)?.body).toMatchObject({
    name: 'Phone',
    credential: { id: 'AQID', response: { attestationObject: 'AQID' } },
  })
  await screen.findByText('Added on 1 November 2026, not used yet')
  expect(document.activeElement?.textContent).toBe('Keep these codes')
  for (const code of codes) expect(screen.getByText(code)).toBeTruthy()
})

test('recovery codes are copied, downloaded, printed, and then gone', async () => {
  const { server } = await openSettings({
    totpSince: '2026-11-01T10:00:00.000Z',
    recoveryCodesLeft: 2,
  })
  await screen.findByText(/^2 of 10 codes left/)
  server.answers['/api/security/recovery-codes'] = () => Response.json({ recoveryCodes: codes })
  await press('Make new codes')
  const question = await dialog(/Make new recovery codes/)
  await userEvent.click(question.getByRole('button', { name: 'Make new codes' }))
  const heading = await screen.findByText('Keep these codes')
  await waitFor(() => expect(document.activeElement).toBe(heading))

  const writeText = vi.fn((_words: string) => Promise.resolve())
  Object.defineProperty(navigator, 'clipboard', { configurable: true, value: { writeText } })
  await press('Copy')
  await told('The codes are copied.')
  expect(writeText).toHaveBeenCalledWith(codes.join('\n'))
  writeText.mockRejectedValue(new Error('no'))
  await press('Copy')
  await told(/did not allow copying/)

  const kept: Blob[] = []
  URL.createObjectURL = (blob: Blob) => `blob:${kept.push(blob)}`
  const click = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (
    this: HTMLAnchorElement,
  ) {
    expect(this.download).toBe('Parlour-recovery-codes.txt')
  })
  await press('Download')
  expect(click).toHaveBeenCalledOnce()
  expect(kept[0]!.size).toBeGreaterThan(codes.join('').length)

  const print = vi.fn()
  vi.stubGlobal('print', print)
  await press('Print')
  expect(print).toHaveBeenCalledOnce()

  await press('I have kept them')
  await waitFor(() => expect(screen.queryByText(codes[0]!)).toBeNull())
  await waitFor(async () => expect(document.activeElement).toBe(await button('Make new codes')))
})

test('recovery codes go once another tab has made new ones, and are told to others', async () => {
  vi.stubGlobal('BroadcastChannel', Channel)
  const { server } = await openSettings({
    totpSince: '2026-11-01T10:00:00.000Z',
    recoveryCodesLeft: 2,
  })
  const other = new Channel(`recovery codes of ${mila.userId}`)
  const heard = vi.fn<() => void>()
  other.onmessage = heard
  server.answers['/api/security/recovery-codes'] = () => Response.json({ recoveryCodes: codes })
  await press('Make new codes')
  const question = await dialog(/Make new recovery codes/)
  await userEvent.click(question.getByRole('button', { name: 'Make new codes' }))
  await screen.findByText('Keep these codes')
  await waitFor(() => expect(heard).toHaveBeenCalledOnce())
  screen.getByText(codes[0]!)
  other.postMessage('made')
  await waitFor(() => expect(screen.queryByText(codes[0]!)).toBeNull())
  await button('Make new codes')
})

test('recovery codes that come once the page was left are shown when it is opened again, and once', async () => {
  const { server, at, back } = await openSettings({
    totpSince: '2026-11-01T10:00:00.000Z',
    recoveryCodesLeft: 2,
  })
  const made = Promise.withResolvers<Response>()
  server.answers['/api/security/recovery-codes'] = () => made.promise
  await press('Make new codes')
  const question = await dialog(/Make new recovery codes/)
  await userEvent.click(question.getByRole('button', { name: 'Make new codes' }))
  const leave = async () => {
    fireEvent.click(document.querySelector('a[href="/rooms"]')!)
    await waitFor(() => expect(at()).toBe('/rooms'))
  }
  await leave()
  made.resolve(Response.json({ recoveryCodes: codes }))
  await settle()
  back()
  await screen.findByText('Keep these codes')
  screen.getByText(codes[0]!)
  await leave()
  back()
  await button('Make new codes')
  expect(screen.queryByText(codes[0]!)).toBeNull()
})

test('a passkey is renamed in its line and removed after a question', async () => {
  openAuthenticator()
  const laptop = { ...phone, id: phone.id.replace('a1', 'a2'), name: 'Laptop' }
  const used = { ...phone, lastUsedAt: '2026-11-20T10:00:00.000Z' }
  const { server, club } = await openSettings({ passkeys: [used, laptop], recoveryCodesLeft: 9 })
  await screen.findByText('Added on 1 November 2026, last used on 20 November 2026')
  server.answers[`${PASSKEYS}/${phone.id}`] = ({ method }) => {
    club.security.passkeys =
      method === 'DELETE' ? [laptop] : [{ ...used, name: 'Old phone' }, laptop]
    return done()
  }
  await press('Rename “Phone”')
  const name = await field('Name of the passkey')
  expect(document.activeElement).toBe(name)
  await userEvent.clear(name)
  await userEvent.type(name, 'Old phone{Enter}')
  await told('It is called “Old phone” now.')
  const renamed = await button('Rename “Old phone”')
  expect(document.activeElement).toBe(renamed)

  await press('Remove “Old phone”')
  const question = await dialog(/Remove this passkey/)
  expect(question.getByText(/“Old phone” will no longer open your account/)).toBeTruthy()
  await userEvent.click(question.getByRole('button', { name: 'Remove' }))
  await told('“Old phone” is removed.')
  await waitFor(() => expect(screen.queryByText('Old phone')).toBeNull())
  await waitFor(async () => expect(document.activeElement).toBe(await button('Add a passkey')))
})

test('ten passkeys are the most, and a browser that knows none says so', async () => {
  openAuthenticator()
  const ten = codes.map((name, at) => ({ ...phone, id: phone.id.replace(/..$/, `b${at}`), name }))
  await openSettings({ passkeys: ten, recoveryCodesLeft: 9 })
  await screen.findByText(/You have 10 passkeys, which is the most/)
  expect(screen.queryByRole('button', { name: 'Add a passkey' })).toBeNull()
  closeTab()
  await openSettings()
  await screen.findByText('This browser cannot make passkeys.')
})

test('the authenticator app is set up with image, key and code, and switched off again', async () => {
  const { server, club } = await openSettings()
  server.answers[TOTP] = ({ method }) => {
    if (method === 'DELETE') return ((club.security.totpSince = null), done())
    const uri = 'otpauth://totp/Parlour?secret=ABCDEFGHIJKLMNOP'
    const qr = [
      [true, false],
      [false, true],
    ]
    return Response.json({ secret: 'ABCDEFGHIJKLMNOP', uri, qr })
  }
  server.answers[`${TOTP}/confirmation`] = ({ body }) => {
    if ((body as { code: string }).code !== '123456') return refusal('invalid_code', {}, 422)
    Object.assign(club.security, { totpSince: '2026-11-21T12:00:00.000Z', recoveryCodesLeft: 10 })
    return Response.json({ recoveryCodes: codes })
  }
  await press('Set up authenticator app')
  const image = await screen.findByRole('img', { name: 'QR code for your authenticator app' })
  expect(image.querySelector('path')?.getAttribute('d')).toBe('M4 4h1v1h-1zM5 5h1v1h-1z')
  expect(screen.getByText('ABCD EFGH IJKL MNOP')).toBeTruthy()
  expect(screen.getByRole('link', { name: /Open in an app/ }).getAttribute('href')).toMatch(
    /^otpauth:/,
  )
  const code = await field('Code from your authenticator app')
  expect(document.activeElement).toBe(code)
  await userEvent.type(code, '000000{Enter}')
  await screen.findByText('This code is wrong or has expired.')
  await userEvent.clear(code)
  await userEvent.type(code, '123456{Enter}')
  await told('The authenticator app is set up.')
  await waitFor(() => expect(document.activeElement?.textContent).toBe('Keep these codes'))
  await screen.findByText(/^On since 21 November 2026/)

  await press('Turn off')
  const question = await dialog(/Turn off the authenticator app/)
  await userEvent.click(question.getByRole('button', { name: 'Turn off' }))
  await told('The authenticator app is turned off.')
  await waitFor(async () =>
    expect(document.activeElement).toBe(await button('Set up authenticator app')),
  )
})

test('an admin without a second factor reads in the settings what to do', async () => {
  const waiting = { ...mila, isFactorDue: true }
  await openSettings({ isFactorRequired: true }, waiting)
  await screen.findByText('A second factor is missing')
  expect(screen.queryByRole('link', { name: 'Set up a second factor' })).toBeNull()
})
