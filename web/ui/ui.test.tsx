import { act, cleanup, render, screen, within } from '@testing-library/react'
import type { ComponentProps, SubmitEvent } from 'react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, test, vi } from 'vitest'
import { Button } from './Button.tsx'
import { Checkbox } from '#web/ui/fields/Checkbox.tsx'
import { Counter } from '#web/ui/fields/Counter.tsx'
import { ModalDialog, DialogClose } from '#web/ui/dialogs/ModalDialog.tsx'
import { useHold } from '#web/ui/dialogs/dialogContext.ts'
import { Field, TextInput } from '#web/ui/fields/Field.tsx'
import { PasswordInput } from '#web/ui/fields/PasswordInput.tsx'
import { addToast } from '#web/ui/feedback/toastQueue.ts'
import { ToastRegion } from '#web/ui/feedback/Toasts.tsx'

afterEach(cleanup)

test('a field’s error is announced, described and marks the input', () => {
  const field = (error?: string) => (
    <Field label="City" hint="Where you live" error={error}>
      <TextInput />
    </Field>
  )
  const { rerender } = render(field())
  const input = screen.getByRole('textbox', { name: 'City' })
  expect(input.getAttribute('aria-invalid')).toBeNull()
  expect(descriptionOf(input)).toBe('Where you live')
  // the region is there before its words, or they would not be read out
  expect(screen.getByRole('alert').textContent).toBe('')

  rerender(field('Too long'))
  expect(screen.getByRole('alert').textContent).toBe('Too long')
  expect(input.getAttribute('aria-invalid')).toBe('true')
  expect(descriptionOf(input)).toBe('Too long Where you live')
})

test('a checkbox carries its error as well', () => {
  render(<Checkbox label="Terms" error="Consent required" />)
  expect(descriptionOf(screen.getByRole('checkbox', { name: 'Terms' }))).toBe('Consent required')
})

test('a password can be shown and hidden again without losing it', async () => {
  render(
    <Field label="Password">
      <PasswordInput words={{ show: 'Show', hide: 'Hide' }} />
    </Field>,
  )
  const input = screen.getByLabelText<HTMLInputElement>('Password')
  await userEvent.type(input, 'lamplight')
  expect(input.type).toBe('password')
  await userEvent.click(screen.getByRole('button', { name: 'Show' }))
  expect([input.type, input.value]).toEqual(['text', 'lamplight'])
  await userEvent.click(screen.getByRole('button', { name: 'Hide' }))
  expect(input.type).toBe('password')
})

test('a counter speaks in steps once little room is left, and when there is none', () => {
  const say = (atMost: number) => `${atMost} left`
  const counter = (used: number) => <Counter used={used} max={300} say={say} />
  const { rerender } = render(counter(10))
  expect(screen.getByText('10/300')).toBeTruthy()
  const heard = new Set<string | null>()
  for (let used = 260; used <= 310; used += 1) {
    rerender(counter(used))
    heard.add(screen.getByRole('status').textContent)
  }
  expect([...heard]).toEqual(['', '30 left', '20 left', '10 left', '5 left', '0 left', '-1 left'])
})

test('a pending button does nothing, cannot submit twice and keeps the focus', async () => {
  const act = vi.fn<() => void>()
  const submit = vi.fn<(event: SubmitEvent) => void>((event) => event.preventDefault())
  const form = (pending: boolean) => (
    <form onSubmit={submit}>
      <Button type="submit" pending={pending} onClick={act}>
        Send
      </Button>
    </form>
  )
  const { rerender } = render(form(false))
  const button = screen.getByRole('button', { name: 'Send' })
  await userEvent.click(button)
  rerender(form(true))
  await userEvent.click(button)
  expect([act.mock.calls.length, submit.mock.calls.length]).toEqual([1, 1])
  expect(document.activeElement).toBe(button)
  expect(button.getAttribute('aria-disabled')).toBe('true')
})

test('a button can be a link', () => {
  const Link = ({ children, ...props }: ComponentProps<'a'>) => (
    <a {...props} href="/signup">
      {children}
    </a>
  )
  render(<Button render={<Link />}>Sign Up</Button>)
  const link = screen.getByRole('link', { name: 'Sign Up' })
  expect([link.getAttribute('href'), link.hasAttribute('type')]).toEqual(['/signup', false])
})

test('a refusal interrupts a screen reader, good news waits its turn', async () => {
  render(<ToastRegion words={{ region: 'Notifications', close: 'Close' }} />)
  act(() => addToast({ title: 'Login failed', description: 'Try again', tone: 'danger' }))
  expect((await screen.findByRole('alert')).textContent).toBe('Login failedTry again')

  act(() => addToast({ title: 'Saved', tone: 'success' }))
  const polite = await screen.findByRole('group', { name: 'Saved' })
  expect(polite.closest('[aria-live]')?.getAttribute('aria-live')).toBe('polite')
  expect(screen.getByRole('alert').textContent).not.toContain('Saved')
})

test('a dialog takes the focus, names itself and gives the focus back', async () => {
  render(
    <ModalDialog
      trigger={<Button />}
      triggerWords="Delete"
      title="Delete your account?"
      description="Within 30 days."
      closeLabel="Close"
      actions={<DialogClose render={<Button />}>Keep</DialogClose>}
    />,
  )
  const opener = screen.getByRole('button', { name: 'Delete' })
  await userEvent.click(opener)
  const dialog = await screen.findByRole('dialog', { name: 'Delete your account?' })
  expect(descriptionOf(dialog)).toBe('Within 30 days.')
  await expect.poll(() => dialog.contains(document.activeElement)).toBe(true)
  await userEvent.keyboard('{Escape}')
  await expect.poll(() => document.activeElement).toBe(opener)
})

test('a dialog stays until what was begun in it is seen through', async () => {
  const closed = vi.fn()
  const cancelled = vi.fn()
  const Form = ({ isSending }: { isSending: boolean }) => {
    useHold(isSending)
    return (
      <DialogClose render={<Button />} onClick={cancelled}>
        Cancel
      </DialogClose>
    )
  }
  const shown = (isBusy: boolean, isSending: boolean) => (
    <ModalDialog
      open
      onOpenChange={closed}
      isBusy={isBusy}
      title="Block Mia?"
      closeLabel="Close"
      actions={<Form isSending={isSending} />}
    />
  )
  const { rerender } = render(shown(false, false))
  const dialog = within(await screen.findByRole('dialog'))
  const tryAll = async () => {
    await userEvent.keyboard('{Escape}')
    await userEvent.click(dialog.getByRole('button', { name: 'Close' }))
    await userEvent.click(dialog.getByRole('button', { name: 'Cancel' }))
  }
  for (const [isBusy, isSending] of [
    [true, false],
    [false, true],
  ] as const) {
    rerender(shown(isBusy, isSending))
    await tryAll()
    expect(closed).not.toHaveBeenCalled()
    expect(cancelled).not.toHaveBeenCalled()
  }
  rerender(shown(false, false))
  await tryAll()
  expect(closed.mock.calls).toEqual([[false], [false], [false]])
  expect(cancelled).toHaveBeenCalledOnce()
})

function descriptionOf(element: Element): string {
  const ids = element.getAttribute('aria-describedby')?.split(' ') ?? []
  return ids.map((id) => document.getElementById(id)?.textContent ?? '').join(' ')
}
