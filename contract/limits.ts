/** Business limits (spec sections 5 and 9), used by forms, the server and, where they shape data, CHECK constraints. Lengths are Unicode code points after NFC. */
export const limits = {
  minimumAge: 18,
  maximumAge: 120,
  email: 255,
  password: { min: 8, max: 100 },
  /** The field rule of the reset form; the server asks for `password.min` all the same. */
  resetPasswordMin: 6,
  username: { min: 2, max: 50 },
  city: 100,
  bio: 140,
  postText: 240,
  postsShownPerRoom: 20,
  /** Most posts one catch-up answer carries; a browser further behind starts afresh. */
  postsPerCatchUp: 100,
  /** Most of their own acknowledged posts a browser keeps, and asks about after a failover. */
  postsKept: 50,
  /** How long a post can be edited by its author, in minutes. */
  editMinutes: 15,
  /** Members one post can name; what stands after more of them is text. */
  mentionsPerPost: 10,
  peopleOffered: 8,
  answersPerPage: 20,
  /** Of all rooms, beside the question of the day. */
  answersQuoted: 3,
  repliesPerPage: 20,
  /** Replies to a post are counted up to here. */
  repliesCounted: 99,
  /** From so few posts left in a minute or an hour on, the member reads so. */
  postsLeftTold: 3,
  /** Unread posts are counted up to here, and among so many of a room's newest numbers. */
  unreadCounted: 100,
  unreadLookedAt: 200,
  /** Names of those in a room: most in its list, and most that come along with the number. */
  presentListed: 200,
  searchWords: 200,
  searchPage: 20,
  /** A browser tells of no more rooms that its tabs show. */
  roomsPerLine: 40,
  presentNamed: 4,
  writingNamed: 3,
  freePlanRooms: 3,
  photos: 8,
  photoBytes: 5_242_880,
  idFileBytes: 8_388_608,
  reviewNote: 500,
  submissionsPerPage: 50,
  /** How long the address of an identity image is good. */
  imageLinkSeconds: 300,
  /** How long a member's invitation is good, and the most an admin's may be, in days. */
  inviteDays: 30,
  inviteDaysMax: 365,
  inviteUses: 500,
  invitationsPerMember: 50,
  doorLinesPerPage: 50,
  doorReason: 500,
  /** Days after a refusal until the same address may ask to join again. */
  rejoinDays: 90,
  branchMembers: 500,
  contactName: 100,
  contactText: 2_000,
  noticeText: 2_000,
  noticeLocation: 500,
  moneyLinesPerPage: 50,
  /** How long an order summary may be ordered from, in minutes. */
  intentMinutes: 30,
  /** How long an order waits for approval at the provider, in hours. */
  approvalHours: 3,
  /** § 355 (2) BGB. */
  withdrawalDays: 14,
  /** § 357 (1) BGB. */
  refundDays: 14,
  /** Days before a renewal on which its mail goes out. */
  renewalNoticeDays: 7,
  /** Days after a failed charge on which PayPal tries it again (its documentation, “Payment failures and recovering balances”). */
  retryDays: [5, 10],
  /** Days after a failed charge on which the contract ends without it: the last try has been told of by then. */
  graceDays: 14,
  disputeHours: 72,
  passkeys: 10,
  passkeyName: 50,
  recoveryCodes: 10,
  /** How long a change of address can be undone from the old one, in hours. */
  emailUndoHours: 48,
  /** How long a challenge to a passkey is good, in minutes. */
  challengeMinutes: 5,
  /** How long a right password waits for the second factor, in minutes. */
  secondFactorMinutes: 10,
  exportHours: 24,
  exportDays: 7,
  mailsShownDays: 90,
  /** The most posts somebody puts away; beyond that the oldest come back. */
  hiddenPosts: 1_000,
  /** Addresses of whom one member would rather not meet. */
  avoidedAddresses: 50,
  requestText: 2_000,
  requestsPerPage: 50,
  /** Days after which an open request counts as urgent (control G-11). */
  requestUrgentDays: 21,
  /** Within so many days somebody who may be a minor is asked to show their age. */
  ageProofDays: 14,
  /** As long as so many wait for a decision, no further report of the same member suspends at once. */
  agesWaitingPerReporter: 3,
  waveUndoSeconds: 10,
  /** Numbers of posts one question about one's own waves may span. */
  wavesPerQuestion: 1_000,
  wavesPerPage: 50,
  peoplePerPage: 20,
  /** Of each kind of exchange, and of one's own posts, the newest are looked at. */
  exchangesLookedAt: 500,
  /** Of a member on their page. */
  answersShown: 3,
  postsShown: 5,
  /** Posts of a room, where what is new in all of them is read. */
  unreadEach: 5,
  bellItemsPerPage: 30,
  /** Of an account: the newest log-ins, and as many refused ones. */
  logInsKept: 25,
  /** Names said of several who did the same. */
  bellNames: 2,
  /** Code points of a post where it is only spoken of. */
  excerpt: 120,
  pushAddress: 2_000,
  /** Browsers of one member that get pushes. */
  pushBrowsers: 10,
  messageText: 1_000,
  /** Tables one sits at at a time, waiting or not. */
  tables: 5,
  /** A member who leaves this many tables without an answer for this many days can open no other. */
  answersOwed: 5,
  answersOwedDays: 3,
  /** Each of two has to have written so often until they may exchange addresses. */
  messagesUntilContact: 5,
  reportDetails: 500,
  reportsPerPage: 50,
  casesPerPage: 50,
  statementFacts: 1_000,
  statementRule: 200,
  appealText: 2_000,
  /** Art. 20 (1) DSA. */
  appealMonths: 6,
  /** Days within which an appeal is answered. */
  appealDays: 14,
  /** The longest a posting limit or a suspension may last, in days; beyond that it is a ban. */
  measureDays: 365,
  roomName: 60,
  roomDescription: 200,
  /** Seconds between two posts of one member, where a room is slowed down. */
  slowSeconds: 600,
  icebreaker: 200,
  icebreakers: 1_000,
  /** How far ahead a question can be given a day. */
  icebreakerDaysAhead: 365,
  membersPerPage: 50,
  auditPerPage: 50,
  /** How long a change of roles waits for a second admin. */
  roleChangeDays: 7,
  healthWeeks: 12,
  /** Numbers of people below it are not told: they could be counted on one hand. */
  smallNumber: 5,
  /** From admission on; a member who is not verified stays a newcomer. */
  newcomerDays: 7,
  /** Up to so many code points a text may be said again: greetings are. */
  sameTextFree: 12,
  /** How far back contacts of a member banned for a scam are warned (control C-07). */
  contactDays: 90,
  /** Different profiles a member opens in 24 hours (control C-02). */
  profilesPerDay: 300,
  blockedWord: { min: 2, max: 50 },
  blockedWords: 500,
} as const

/** Attempts allowed per identifier within a sliding window of minutes (spec 9, and our own). */
type Rate = { max: number; minutes: number }

export const rates = {
  signUpPerEmail: { max: 3, minutes: 60 },
  signUpPerAddress: { max: 100, minutes: 60 },
  /**
   * Answers that say or could say whether somebody has an account, of every kind together: e-mails
   * and names found taken, wrong log-ins and codes, whatever is mailed if there is an account.
   */
  probing: { max: 60, minutes: 60 },
  /** Answers that reveal that an e-mail has an account, per address range. */
  revealing: { max: 10, minutes: 60 },
  /** Usernames found taken at sign-up, per address range. */
  nameTriedPerAddress: { max: 20, minutes: 60 },
  /** Others a member wants instead of theirs. */
  nameTried: { max: 20, minutes: 60 },
  logInPerAccount: { max: 10, minutes: 15 },
  /** For a device that has signed in to the account before. */
  logInKnownDevice: { max: 50, minutes: 15 },
  logInPerAddress: { max: 50, minutes: 15 },
  resetPerEmail: { max: 5, minutes: 60 },
  resetPerAddress: { max: 40, minutes: 60 },
  resendPerEmail: { max: 3, minutes: 60 },
  resendPerAddress: { max: 40, minutes: 60 },
  confirmCodePerEmail: { max: 10, minutes: 60 },
  passwordChangePerAccount: { max: 10, minutes: 15 },
  /** Submissions whose files passed the checks (spec 9). */
  idUpload: { max: 3, minutes: 1440 },
  /** Files that were tried, good or not. */
  idFileTry: { max: 30, minutes: 1440 },
  waitlist: { max: 5, minutes: 60 },
  waitlistPerAddress: { max: 100, minutes: 60 },
  /** Codes that let nobody in, of an account or an address range; good ones are not counted. */
  inviteCode: { max: 10, minutes: 60 },
  inviteCodePerAddress: { max: 10, minutes: 60 },
  /** Invitations one member makes, revoked ones included. */
  invitationsMade: { max: 20, minutes: 1440 },
  cookieChoice: { max: 60, minutes: 60 },
  /** Consents given; taking one back is never refused. */
  consent: { max: 20, minutes: 60 },
  /** Messages and notices, by e-mail and by address. */
  contact: { max: 5, minutes: 60 },
  contactPerAddress: { max: 20, minutes: 60 },
  notice: { max: 20, minutes: 1440 },
  noticePerAddress: { max: 60, minutes: 1440 },
  photoUpload: { max: 60, minutes: 60 },
  proof: { max: 10, minutes: 15 },
  /** Identity images one admin opens: what reviewing takes at most, what is looked into, and how often that is said. */
  idView: { max: 200, minutes: 60 },
  idViewUsual: { max: 60, minutes: 60 },
  idViewAlarm: { max: 1, minutes: 60 },
  /** How often the same act of the same person is written down. */
  trace: { max: 1, minutes: 1 },
  orderPerMember: { max: 20, minutes: 60 },
  /** Questions to the provider about one order. */
  orderAsked: { max: 60, minutes: 60 },
  /** Cancellations and withdrawals without login that are carried out by themselves; more wait for a person (control K-11). */
  declarationPerAddress: { max: 5, minutes: 60 },
  declarationPerEmail: { max: 3, minutes: 1440 },
  /** And that are taken in at all: no hurdle, but no flood either. */
  declarationFloodPerAddress: { max: 60, minutes: 60 },
  declarationFloodPerEmail: { max: 20, minutes: 1440 },
  disputePerAddress: { max: 20, minutes: 60 },
  secondFactor: { max: 10, minutes: 15 },
  /** Codes by mail for staff without a second factor. */
  proofMailed: { max: 5, minutes: 60 },
  emailChange: { max: 5, minutes: 1440 },
  passkeyChallenge: { max: 60, minutes: 15 },
  passkeyChallengePerAddress: { max: 60, minutes: 15 },
  dataRequest: { max: 10, minutes: 1440 },
  block: { max: 300, minutes: 1440 },
  mute: { max: 300, minutes: 1440 },
  note: { max: 300, minutes: 1440 },
  hide: { max: 300, minutes: 60 },
  /** Few enough that nobody tries a list of addresses against whom they see. */
  avoidAddress: { max: 20, minutes: 1440 },
  avoidedAddressAsked: { max: 60, minutes: 60 },
  webhookForged: { max: 100, minutes: 60 },
  wave: { max: 60, minutes: 60 },
  pushSetUp: { max: 20, minutes: 60 },
  /** Tabs that say where they are to another process than their stream's. */
  placeTold: { max: 120, minutes: 1 },
  search: { max: 60, minutes: 1 },
  report: { max: 20, minutes: 1440 },
  /** Members one of the staff suspends or bans: more is a hand that has to be stopped first. */
  keepOut: { max: 20, minutes: 60 },
  /** Mails to one of the staff, at once, that something urgent came in: what comes faster is told in one mail later. */
  deskMail: { max: 6, minutes: 60 },
  appeal: { max: 10, minutes: 1440 },
  /** Attempts with invalid links; a valid link always works. */
  statementLinkPerAddress: { max: 30, minutes: 60 },
  postPerMinute: { max: 20, minutes: 1 },
  postPerHour: { max: 300, minutes: 60 },
  postEdit: { max: 60, minutes: 60 },
  /** Once for each life of the database that a browser of theirs is told of. */
  storedAsked: { max: 60, minutes: 10 },
  messagePerMinute: { max: 30, minutes: 1 },
  messagePerHour: { max: 600, minutes: 60 },
  messagePerHourNewcomer: { max: 120, minutes: 60 },
  /** Trying to sit down, with whomever. */
  sitDown: { max: 60, minutes: 60 },
  /** Different profiles, and how often it is said that somebody wants more. */
  profileView: { max: limits.profilesPerDay, minutes: 1440 },
  profileViewAlarm: { max: 1, minutes: 1440 },
  /** Questions for names to complete: no way to list everybody (control C-02). */
  peopleAsked: { max: 60, minutes: 10 },
  /** One's own people, looked through by their names. */
  ownPeopleAsked: { max: 120, minutes: 1 },
  postPerHourNewcomer: { max: 60, minutes: 60 },
  /** The same text by the same member. */
  sameText: { max: 1, minutes: 1440 },
  /** Showing oneself again; hiding is never refused. */
  showAgain: { max: 20, minutes: 60 },
} as const satisfies Record<string, Rate>

export type RateName = keyof typeof rates
