// The files where a wrong line hurts a person, and how many of their mutants tests have to notice.
import { globSync, readFileSync } from 'node:fs'
import { basename, dirname } from 'node:path'

/** Percent, of a file and of all together. */
export const floors = { file: 80, all: 90 }

/** Tests that guard a file besides those that are of its name, import it or make a call it answers. */
const GUARDED_FROM: [files: RegExp, tests: string][] = [
  [/http\/access\.ts$/, 'testing/authorisation/authorisation.test.ts'],
  [/member-rules\/visibility\.ts$/, 'server/features/members/blocks/*.test.ts'],
  [/limits\/attempts\.ts$/, 'server/features/accounts/login/login.test.ts'],
  [/limits\/retention\.ts$/, 'server/features/privacy/retention/*.test.ts'],
  [
    /sessionCache\.ts$/,
    'server/{features/members/{photos.asking,blocks/suspended},platform/limits/strangers}.test.ts',
  ],
  // those that know who asked before come first: every test comes past this one
  [
    /auth\.identity\.ts$/,
    'server/{features/members/photos.asking,platform/limits/strangers}.test.ts',
  ],
  [/auth\.identity\.ts$/, 'server/features/accounts/**/sessions*.test.ts'],
  [
    /auth\.identity\.ts$/,
    'server/features/{accounts/login/recovery,members/blocks/suspended}.test.ts',
  ],
  [/sessions\.service\.ts$/, 'server/features/accounts/login/{logIns,recovery}.test.ts'],
  // what is known of the viewer, each where it counts
  [/sessions\.queries\.ts$/, 'server/features/accounts/sessions/sessionCache.test.ts'],
  [
    /sessions\.queries\.ts$/,
    'server/{features/{consent/terms,moderation/{minors/meanwhile,cases/deciding},members/photos.asking,rooms/{rooms,dormancy},members/mutes/mutes,content-rules/hiding},platform/mail/mail}.test.ts',
  ],
  [
    /sessions\.queries\.ts$/,
    'server/features/{accounts/second-factor/secondFactor.{admin,first},content-rules/contentRules,posts/cache/posts.race,accounts/login/recovery}.test.ts',
  ],
  [/devices\.service\.ts$/, 'server/features/accounts/{nets,oneAddress,login/login}.test.ts'],
  [
    /accounts\/tokens\.queries\.ts$/,
    'server/{features/{accounts,admission}/**/{recovery,confirmation,email,email.undo,secondFactor.first},platform/mail/mail}.test.ts',
  ],
  [/login\/login\./, 'server/features/accounts/{nets,oneAddress}.test.ts'],
  [/accounts\/login\//, 'server/features/accounts/login/logIns.test.ts'],
  [
    /accounts\/second-factor\//,
    'server/{cli/factors,features/accounts/{second-factor/{totp,recoveryCodes,secondFactor.mails},login/pending,reauthentication/*factors}}.test.ts',
  ],
  [/passkeyLogIn\./, 'server/features/accounts/second-factor/passkeys/passkeys.test.ts'],
  // the rules of a contract are proved without a club first
  [
    /subscriptions\/(machine\/)?subscription\./,
    'server/features/billing/subscriptions/machine/subscription.{folding,dues,state,machine,payments}.test.ts',
  ],
  [
    /subscription\.(queries|refunds)\.ts$/,
    'server/features/billing/subscriptions/machine/subscription.{queries,refunds}.test.ts',
  ],
  // what follows from them, where it is seen at the far end
  [
    /machine\/subscription\.(effects|events|turning)\.ts$/,
    'server/features/billing/{repricing,mails/receipts}.test.ts',
  ],
  [
    /subscription\.queries\.ts$/,
    'server/features/billing/{orders/orders,declarations/declarations.matching,back-office/backOffice.refunds}.test.ts',
  ],
  [
    /subscriptions\/(machine\/)?subscription\./,
    'server/features/billing/**/{subscriptions,lateness,refunds,reminders,repricing}.test.ts',
  ],
  [/database\/batcher\.ts$/, 'server/features/posts/cache/posts.race.test.ts'],
  [/posts\.(sight|paging)\.ts$/, 'server/features/posts/cache/posts.{sight,window}.test.ts'],
  [/posts\/(posts\.|cache\/)/, 'server/features/posts/{replies,mentions,changes}.test.ts'],
]

/** The files, by their paths; of several in braces each names some. */
export const patterns = [
  'server/platform/*/{access,visibility,attempts,retention}.ts',
  'server/features/**/*.policy.ts',
  'server/features/accounts/**/{sessions,sessions.list,recovery,pending,reauthentication,secondFactor,totp,recoveryCodes,passkeys,passkeyLogIn,login,password,devices}.service.ts',
  'server/features/accounts/**/{auth.identity,sessionCache,secondFactor.codes,totp.codes,totp.secrets,tokens.queries,sessions.queries}.ts',
  'server/features/billing/**/{subscription.*,ledger.service,ledger.queries}.ts',
  'server/features/privacy/retention/retention.*.ts',
  'server/features/posts/**/posts.{paging,service,queries,sight,rows}.ts',
  'server/features/posts/cache/roomCache.ts',
  'server/platform/database/batcher.ts',
]

export const watched: string[] = globSync(patterns)
  .map((file) => file.replaceAll('\\', '/'))
  .filter((file) => !file.endsWith('.test.ts'))
  .sort()

/** Calls of the contract that a file answers. */
const ANSWERED = /export const (\w+): Handler</g
/** What a test takes from the contract. */
const CALLED = /import \{([^}]*)\} from '#contract\//g

/** The tests of its feature that make one of the calls a file answers, those in its folder first. */
function findCalling(file: string): string[] {
  const answered = [...readFileSync(file, 'utf8').matchAll(ANSWERED)].map(([, call]) => call!)
  const feature = /^server\/features\/[^/]+/.exec(file)?.[0]
  if (!feature || answered.length === 0) return []
  const isBeside = (test: string) => dirname(test) === dirname(file)
  return globSync(`${feature}/**/*.test.ts`)
    .filter((test) => !/\.(long|property)\./.test(test))
    .filter((test) => {
      const named = [...readFileSync(test, 'utf8').matchAll(CALLED)].map(([, names]) => names)
      const called = new Set(named.join().split(/[\s,]+/))
      return answered.some((call) => called.has(call))
    })
    .sort(
      (one, other) => Number(isBeside(other)) - Number(isBeside(one)) || one.localeCompare(other),
    )
}

/**
 * The tests that guard a file, nearest first: of its name, that import it, of its noun, from
 * elsewhere, and those that make a call it answers.
 */
export function findGuards(file: string): string[] {
  const stem = basename(file, '.ts')
  const noun = stem.includes('.') ? stem.slice(0, stem.lastIndexOf('.')) : stem
  const distance = (test: string): number => {
    const name = basename(test)
    if (name.startsWith(`${stem}.`)) return 0
    const isUsed = readFileSync(test, 'utf8').includes(`/${basename(file)}'`)
    if (isUsed && !name.includes('.property.')) return 1
    if (!name.startsWith(`${noun}.`)) return Infinity
    // a thousand cases, where one by itself may do
    return name.includes('.property.') ? 3 : 2
  }
  const near = globSync(`${dirname(file)}/*.test.ts`)
    .filter((test) => !test.includes('.long.'))
    .filter((test) => distance(test) < Infinity)
    .sort((one, other) => distance(one) - distance(other) || one.localeCompare(other))
  const elsewhere = GUARDED_FROM.filter(([files]) => files.test(file)).flatMap(([, tests]) =>
    globSync(tests).sort(),
  )
  return [
    ...new Set(
      [...near, ...elsewhere, ...findCalling(file)].map((test) => test.replaceAll('\\', '/')),
    ),
  ]
}
