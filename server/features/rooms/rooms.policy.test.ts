import { expect, test } from 'vitest'
import { VerificationStatus } from '#contract/accounts/session.ts'
import {
  roomVisibilityRefusal,
  roomEntryRefusal,
  membershipRefusal,
  roomLimit,
  type Rights,
} from './rooms.policy.ts'

const EVERY_LEVEL = ['free', 'club', 'paid', 'vip', 'unknown', 'platinum', '']
const EVERY_RIGHTS: Rights[] = [true, false].flatMap((isAdmitted) =>
  VerificationStatus.options.flatMap((verificationStatus) =>
    [true, false].flatMap((isSubscriber) =>
      [true, false].map((hasContentConsent) => ({
        isAdmitted,
        verificationStatus,
        isSubscriber,
        hasContentConsent,
      })),
    ),
  ),
)
const who = (is: Partial<Rights>): Rights => ({
  isAdmitted: true,
  verificationStatus: 'none',
  isSubscriber: false,
  hasContentConsent: true,
  ...is,
})
const member = who({})
const verified = who({ verificationStatus: 'verified' })
const subscriber = who({ isSubscriber: true })
const both = who({ verificationStatus: 'verified', isSubscriber: true })

test.each([
  ['free', null, null, null, null],
  ['club', 'room_needs_verification', null, 'room_needs_verification', null],
  ['paid', 'room_needs_subscription', 'room_needs_subscription', null, null],
  ['vip', 'room_needs_both', 'room_needs_both', 'room_needs_both', null],
  ['unknown', 'room_closed', 'room_closed', 'room_closed', 'room_closed'],
  ['platinum', 'room_closed', 'room_closed', 'room_closed', 'room_closed'],
] as const)(
  'a %s room answers a member %s, a verified one %s, a subscriber %s, who is both %s',
  (accessLevel, ...expected) => {
    expect(
      [member, verified, subscriber, both].map((rights) =>
        roomEntryRefusal(rights, { accessLevel }),
      ),
    ).toEqual(expected)
  },
)

test('only verified is verified: pending and rejected open as little as none', () => {
  for (const accessLevel of EVERY_LEVEL)
    for (const isSubscriber of [true, false])
      expect(
        new Set(
          (['none', 'pending', 'rejected'] as const).map((verificationStatus) =>
            roomEntryRefusal(who({ verificationStatus, isSubscriber }), { accessLevel }),
          ),
        ).size,
      ).toBe(1)
})

test('a member who waits to be admitted enters no room at all, whatever else they are', () => {
  for (const accessLevel of EVERY_LEVEL)
    for (const rights of EVERY_RIGHTS.filter((some) => !some.isAdmitted))
      expect(roomEntryRefusal(rights, { accessLevel })).toBe('not_admitted')
})

test('consent is asked for only where all else allows entering, and no card speaks of it', () => {
  for (const accessLevel of EVERY_LEVEL)
    for (const rights of EVERY_RIGHTS) {
      const missing = rights.hasContentConsent ? null : 'consent_required'
      expect(roomEntryRefusal(rights, { accessLevel })).toBe(
        roomVisibilityRefusal(rights, { accessLevel }) ?? missing,
      )
    }
})

test('inside a room is who may enter it and did', () => {
  for (const accessLevel of EVERY_LEVEL)
    for (const rights of EVERY_RIGHTS) {
      const room = { accessLevel, isActive: true, isMember: true }
      expect(membershipRefusal(rights, room)).toBe(roomEntryRefusal(rights, room))
      expect(membershipRefusal(rights, { ...room, isMember: false })).toBe(
        roomEntryRefusal(rights, room) ?? 'not_in_room',
      )
      expect(membershipRefusal(rights, { ...room, isActive: false })).toBe('room_not_found')
    }
})

test('the Free plan has three rooms, a subscription any number', () => {
  expect([member, verified, subscriber, both].map(roomLimit)).toEqual([3, 3, null, null])
})
