// Who is here in a history of four, and who is kept apart from whom: what follows from what was done, by the
// rules of docs/decisions/043 and nothing else.

type Mark = {
  kind: 'block' | 'decline' | 'address'
  source: string
  of: number
  since: number
}

/** An account of one of the four. After a deletion they come back with the same mailbox and a new account. */
export class Account {
  /** Which of the four. */
  person: number
  userId: string
  cookie: string
  email: string
  /** At which others wave. */
  posts: string[]
  purgeAt: number | null = null
  isGone = false
  suspendedUntil = 0
  /** Whom they keep from themselves: by what, and since when. */
  blocks = new Map<Account, Map<string, number>>()
  declines = new Map<Account, { source: string; at: number }>()
  marks: Mark[] = []

  constructor(person: number, { userId, cookie, email }: Came, posts: string[]) {
    this.person = person
    this.userId = userId
    this.cookie = cookie
    this.email = email
    this.posts = posts
  }

  isLeaving = () => this.purgeAt !== null
  isSuspended = (now: number) => this.suspendedUntil > now
  /** Whether others find them there at all. */
  isHere = (now: number) => !this.isGone && !this.isLeaving() && !this.isSuspended(now)
}

export type Came = { userId: string; cookie: string; email: string }

const OWN = ''

/** What ends at a table when one blocks or declines another, as it happens. */
type Ending = {
  blocked(owner: Account, other: Account, at: number): void
  declined(owner: Account, other: Account, at: number): void
}

/** The four with every account they ever had, and what each of these keeps against others. */
export class People {
  accounts: Account[] = []
  #ending: Ending

  constructor(ending: Ending) {
    this.#ending = ending
  }

  /** The account somebody has now, or had last. */
  current = (person: number): Account => this.accounts.findLast((one) => one.person === person)!
  /** An earlier account of the same person that is still to be purged. */
  findLeaving = (account: Account): Account | undefined =>
    this.accounts.find(
      (one) => one !== account && one.person === account.person && one.isLeaving() && !one.isGone,
    )
  #there = () => this.accounts.filter((one) => !one.isGone)

  areApart = (one: Account, other: Account): boolean =>
    [one.blocks.get(other), other.blocks.get(one)].some((rows) => rows !== undefined)

  sees = (one: Account, other: Account, now: number): boolean =>
    other.isHere(now) && !this.areApart(one, other)

  add(account: Account): void {
    this.accounts.push(account)
    this.#keepApart(account)
  }

  block(owner: Account, other: Account, at: number, source = OWN): void {
    if (other.isGone) return
    const rows = owner.blocks.get(other) ?? new Map<string, number>()
    if (rows.has(source)) return
    owner.blocks.set(other, rows.set(source, at))
    this.#ending.blocked(owner, other, at)
  }

  unblock(owner: Account, other: Account): void {
    this.#deleteRow(owner, other, OWN)
    this.#deleteSource(owner, 'block', other.userId)
  }

  decline(owner: Account, other: Account, at: number, source = OWN): void {
    if (owner.declines.has(other)) return
    owner.declines.set(other, { source, at })
    this.#ending.declined(owner, other, at)
  }

  avoid(owner: Account, person: number, source: string, at: number): void {
    owner.marks.push({ kind: 'address', source, of: person, since: at })
    for (const other of this.#there())
      if (other.person === person) this.block(owner, other, at, source)
  }
  findAvoided = (owner: Account, person: number): string | undefined =>
    owner.marks.find(({ kind, of }) => kind === 'address' && of === person)?.source
  stopAvoiding = (owner: Account, source: string): void =>
    this.#deleteSource(owner, 'address', source)

  leave(account: Account, purgeAt: number): void {
    account.purgeAt = purgeAt
    this.#keepMarks(account)
  }

  /** A member who takes their deletion back is there as before: marks made because of it go, and the blocks from them. */
  stay(account: Account): void {
    account.purgeAt = null
    const { userId } = account
    for (const owner of this.accounts) {
      owner.marks = owner.marks.filter(
        ({ kind, source }) => kind === 'address' || source !== userId,
      )
      for (const other of owner.blocks.keys()) this.#deleteRow(owner, other, userId)
      for (const [other, { source }] of owner.declines)
        if (source === userId) owner.declines.delete(other)
    }
  }

  purge(account: Account): void {
    this.#keepMarks(account)
    account.isGone = true
    account.marks = []
    account.blocks.clear()
    account.declines.clear()
    for (const owner of this.accounts) {
      owner.blocks.delete(account)
      owner.declines.delete(account)
    }
  }

  #deleteRow(owner: Account, other: Account, source: string): void {
    const rows = owner.blocks.get(other)
    rows?.delete(source)
    if (rows?.size === 0) owner.blocks.delete(other)
  }

  #deleteSource(owner: Account, kind: Mark['kind'], source: string): void {
    owner.marks = owner.marks.filter((mark) => mark.kind !== kind || mark.source !== source)
    if (owner.marks.some((mark) => mark.source === source)) return
    for (const other of owner.blocks.keys()) this.#deleteRow(owner, other, source)
  }

  /** A refusal of an account that is purged applies to any account with its mailbox, later or by now. */
  #keepMarks(account: Account): void {
    const { userId, person } = account
    for (const owner of this.#there()) {
      const mark = (kind: 'block' | 'decline', from: string, since: number) => {
        const source = from || userId
        const known = owner.marks.filter((one) => one.kind === kind && one.source === source)
        if ((source === userId || known.length > 0) && !known.some(({ of }) => of === person))
          owner.marks.push({ kind, source, of: person, since })
      }
      for (const [source, at] of owner.blocks.get(account) ?? []) mark('block', source, at)
      const declined = owner.declines.get(account)
      if (declined) mark('decline', declined.source, declined.at)
    }
    for (const sharer of this.#there())
      if (sharer.person === person && sharer !== account) this.#keepApart(sharer)
  }

  #keepApart(account: Account): void {
    for (const owner of this.#there()) {
      const marks = owner.marks.filter(
        ({ of, source }) => of === account.person && source !== account.userId,
      )
      if (owner === account || marks.length === 0) continue
      for (const { kind, source, since } of marks)
        if (kind !== 'decline') this.block(owner, account, since, source)
      const [first] = marks
        .filter(({ kind }) => kind === 'decline')
        .sort((one, other) => one.since - other.since)
      if (first) this.decline(owner, account, first.since, first.source)
    }
  }
}
