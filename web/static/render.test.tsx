import { screen, within } from '@testing-library/react'
import { beforeAll, expect, test } from 'vitest'
import { documentVersions } from '#contract/consent/consentVersions.ts'
import { showPage } from '#web/testing/showPage.ts'
import { renderAll, type WrittenPage } from './render.tsx'

const parts = { first: '1', styles: 'a{b:c}', script: '/assets/static.js', fonts: ['/f.woff2'] }
let written: WrittenPage[] = []
beforeAll(async () => {
  written = await renderAll(parts)
}, 60_000)

const EVERYWHERE = [
  '/legal/terms',
  '/legal/privacy',
  '/legal/impressum',
  '/legal/cookies',
  '/regeln',
  '/kontakt',
  '/melden',
  '/kuendigen',
  '/widerruf',
  '/barrierefreiheit',
]

const CONTRACTS = [
  ['/kuendigen', 'Verträge hier kündigen'],
  ['/widerruf', 'Vertrag widerrufen'],
]

function open(name: string) {
  const html = written.find((one) => one.name === `${name}.html`)?.html ?? ''
  showPage(html)
  return { html, main: within(screen.getByRole('main')) }
}

test('every public page is written in every language', () => {
  expect(written.map(({ name }) => name).filter((name) => name.startsWith('de/'))).toEqual([
    'de/index.html',
    'de/waitlist.html',
    'de/invite.html',
    'de/kontakt.html',
    'de/melden.html',
    'de/kuendigen.html',
    'de/widerruf.html',
    'de/regeln.html',
    'de/barrierefreiheit.html',
    'de/legal/terms.open.html',
    'de/legal/terms.invitation.html',
    'de/legal/privacy.html',
    'de/legal/impressum.html',
    'de/legal/cookies.html',
    'de/not-found.html',
  ])
  for (const { name, html } of written) {
    const locale = name.split('/')[0]!
    const lang = locale === 'mul' ? 'en' : locale
    expect(html, name).toMatch(/^<!doctype html><html lang="\w\w" data-locale="\w+">/)
    expect(html, name).toContain(`<html lang="${lang}" data-locale="${locale}">`)
    expect(html, name).toMatch(/<title>.+ · %CLUB_NAME%<\/title>/)
    // what must be within two clicks of every page is within one
    for (const path of EVERYWHERE) expect(html, name).toContain(`href="${path}"`)
    expect(html, name).toContain('data-cookie-settings')
    // word for word and in their language, whatever the page's (§§ 312k, 356a BGB)
    for (const [path, label] of CONTRACTS)
      expect(html, name).toContain(`<a href="${path}" lang="de">${label}</a>`)
  }
})

test('the landing page welcomes, with the two ways in and the legal links', () => {
  open('mul/index')
  expect(screen.getByRole('heading', { name: 'Welcome to %CLUB_NAME% Club.' })).toBeTruthy()
  expect(screen.getByText(/^A private, members-only space to connect/).textContent).toBe(
    'A private, members-only space to connect, flirt, and meet. 18+.',
  )
  expect(screen.getByText('Conversations first. No swipes.')).toBeTruthy()
  const leadsTo = (name: string) => screen.getAllByRole('link', { name })[0]?.getAttribute('href')
  const footer = ['Terms', 'Privacy', 'Imprint', 'Cookies']
  expect(['Sign Up', 'Log In', ...footer].map(leadsTo)).toEqual([
    '/signup',
    '/login',
    '/legal/terms',
    '/legal/privacy',
    '/legal/impressum',
    '/legal/cookies',
  ])
  expect(open('de/index').main.getAllByRole('link', { name: 'Registrieren' })).toHaveLength(2)
})

test('an unknown address is the not-found page, with a way home', () => {
  const { main } = open('mul/not-found')
  expect(main.getByRole('heading', { name: 'Oops! Page not found' })).toBeTruthy()
  expect(main.getByRole('link').getAttribute('href')).toBe('/')
})

test.each(['mul', 'de', 'en'])('in %s the terms stand in both languages', (locale) => {
  const { main } = open(`${locale}/legal/terms.open`)
  const german = main.getByRole('heading', { name: 'Allgemeine Geschäftsbedingungen' })
  const english = main.getByRole('heading', { name: 'Terms of Service' })
  expect([german, english].map((one) => one.closest('[lang]')?.getAttribute('lang'))).toEqual([
    'de',
    'en',
  ])
  expect(main.getAllByText(new RegExp(`^Version ${documentVersions.terms} · `))).toHaveLength(2)
  for (const link of document.querySelectorAll('main a[href^="#"]'))
    expect(document.querySelector(link.getAttribute('href') ?? '')).toBeTruthy()
})

test('the terms say how the club admits at present', () => {
  expect(open('en/legal/terms.open').html).toContain('At present sign-up is open')
  expect(open('en/legal/terms.invitation').html).not.toContain('At present sign-up is open')
})

test('search engines get a summary and an address of what they may keep, and may not keep the rest', () => {
  const metaOf = (name: string) => {
    open(name)
    return ['meta[name=description]', 'link[rel=canonical]', 'meta[name=robots]'].map((one) => {
      const tag = document.head.querySelector(one)
      return tag?.getAttribute('content') ?? tag?.getAttribute('href')
    })
  }
  expect(metaOf('en/index')).toEqual([
    'A private, members-only space to connect, flirt, and meet. 18+.',
    '%PUBLIC_URL%/',
    undefined,
  ])
  expect(metaOf('de/legal/terms.open')).toEqual([
    expect.stringMatching(/^Diese Bedingungen regeln die Mitgliedschaft im %CLUB_NAME% Club/),
    '%PUBLIC_URL%/legal/terms',
    undefined,
  ])
  for (const name of ['en/waitlist', 'en/invite', 'en/not-found'])
    expect(metaOf(name)).toEqual([undefined, undefined, 'noindex'])
})
