import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { expect, onTestFinished, test } from 'vitest'
import { operatorFacts, operatorPlaceholders } from '#contract/operator.ts'
import { operator } from '#testing/club/operator.ts'
import { readConfig } from '#server/config.ts'
import { smtpTransport } from '#server/platform/mail/smtp.ts'

const HTTPS = {
  PUBLIC_URL: 'https://club.example',
  ADMISSION: 'open',
  KEK_FILE: '/run/kek',
  SMTP_URL: 'smtps://club:secret@mail.example',
  TRUSTED_PROXIES: '127.0.0.1',
  ...operator,
}

const DATABASE = { DATABASE_URL: 'postgres://club@127.0.0.1/club' }

test('with nothing set the club opens on this machine', () => {
  expect(readConfig({})).toMatchObject({
    port: 3000,
    host: '127.0.0.1',
    role: 'all',
    databaseUrl: null,
    databaseDirectUrl: null,
    databasePool: 10,
    publicUrl: 'http://localhost:3000',
    secure: false,
    isLocal: true,
    admission: 'open',
    emailConfirmation: 'off',
    clubName: 'Parlour',
    defaultLanguage: 'mul',
    discreet: false,
    limitsFactor: 1,
  })
})

test('the metrics are nowhere unless they are given a port, which is not that of the club', () => {
  expect(readConfig({})).toMatchObject({ metricsPort: null, metricsHost: '127.0.0.1' })
  expect(readConfig({ METRICS_PORT: '9464' }).metricsPort).toBe(9464)
  expect(() => readConfig({ METRICS_PORT: '3000' })).toThrow('METRICS_PORT must be another')
})

test('a process is called as it is set, or by what tells nobody where it runs', () => {
  expect(readConfig({ INSTANCE: 'front-1' }).instance).toBe('front-1')
  expect(readConfig({}).instance).toMatch(/^[0-9a-f]{8}$/)
  expect(() => readConfig({ INSTANCE: 'a name\nwith a line' })).toThrow('INSTANCE')
})

test('where traces go is not repeated when it is wrong: it may hold a password', () => {
  const OTEL_EXPORTER_OTLP_ENDPOINT = 'ftp://club:secret@collector.example'
  expect(() => readConfig({ OTEL_EXPORTER_OTLP_ENDPOINT })).toThrow(/^[^]*address\.$/)
  expect(readConfig({ OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:4318' })).toMatchObject({
    otlpEndpoint: 'http://127.0.0.1:4318',
    traceShare: 1,
  })
})

test('NATS is reached encrypted, or where nobody else listens, and its address is not repeated', () => {
  const at = (NATS_URL: string) => ({ ...HTTPS, NATS_URL })
  expect(readConfig({}).natsUrl).toBeNull()
  for (const NATS_URL of [
    'tls://club:s%2Fcret@nats.example',
    'nats://nats:4222',
    'nats://10.0.0.4',
  ])
    expect(readConfig(at(NATS_URL)).natsUrl).toBe(NATS_URL)
  expect(readConfig({ NATS_URL: 'nats://nats.example' }).natsUrl).toBe('nats://nats.example')
  expect(() => readConfig(at('nats://club:secret@nats.example'))).toThrow(
    /^NATS_URL "nats"[^]*"tls"\.$/,
  )
  expect(() => readConfig({ NATS_URL: 'http://club:secret@nats' })).toThrow(/address\.$/)
  expect(() => readConfig({ NATS_URL: 'nats://club:s/cret@nats' })).toThrow(/%25\.$/)
  // the client would go in without either
  expect(() => readConfig({ NATS_URL: 'nats://:secret@nats' })).toThrow(/^NATS_URL [^]*no user;/)
})

test('an empty setting counts as not set', () => {
  expect(readConfig({ PORT: '', PUBLIC_URL: '', DISCREET: '' }).port).toBe(3000)
})

test.each([' ', '\t', '\r', '\u00A0'])(
  'so does one of nothing but blanks (%j), and none is 0',
  (blank) => {
    const names = [
      'PORT',
      'METRICS_PORT',
      'VAT_PERCENT',
      'DRAIN_SECONDS',
      'OTEL_TRACES_SAMPLER_ARG',
    ]
    const set = Object.fromEntries(
      [...names, 'PUBLIC_URL', 'CLUB_NAME'].map((name) => [name, blank]),
    )
    expect(readConfig({ ...set, INSTANCE: 'one' })).toEqual(readConfig({ INSTANCE: 'one' }))
  },
)

test('a mail server makes confirmation the default, and the setting decides otherwise', () => {
  const SMTP_URL = 'smtp://localhost'
  expect(readConfig({ SMTP_URL }).emailConfirmation).toBe('required')
  expect(readConfig({ SMTP_URL, EMAIL_CONFIRMATION: 'off' }).emailConfirmation).toBe('off')
})

test.each(['http://localhost:8080', 'http://127.0.0.1', 'http://[::1]:99', 'http://a.localhost'])(
  '%s is this machine',
  (PUBLIC_URL) => expect(readConfig({ PUBLIC_URL }).isLocal).toBe(true),
)

test.each(['http://club.example', 'http://192.168.0.4', 'http://localhost.club.example'])(
  '%s is not this machine, so who is admitted must be chosen',
  (PUBLIC_URL) => {
    expect(() => readConfig({ PUBLIC_URL })).toThrow('ADMISSION')
    expect(readConfig({ PUBLIC_URL, ADMISSION: 'invitation' }).isLocal).toBe(false)
  },
)

test('on https the strict rules hold', () => {
  expect(readConfig(HTTPS)).toMatchObject({ secure: true, isLocal: false })
  expect(() => readConfig({ ...HTTPS, ADMISSION: undefined })).toThrow('ADMISSION')
  expect(() => readConfig({ ...HTTPS, KEK_FILE: undefined })).toThrow('KEK_FILE must name')
  expect(() => readConfig({ ...HTTPS, LIMITS_FACTOR: '1' })).toThrow('LIMITS_FACTOR')
  expect(() => readConfig({ ...HTTPS, SMTP_URL: undefined })).toThrow('SMTP_URL must name')
  expect(() => readConfig({ ...HTTPS, TRUSTED_PROXIES: '' })).toThrow('TRUSTED_PROXIES must name')
})

test('payments are off unless somebody is named who takes them', () => {
  expect(readConfig({})).toMatchObject({
    payments: 'off',
    paypal: null,
    premiumCents: 1990,
    vatPercent: 19,
  })
  expect(readConfig({ PAYMENTS: 'house', PREMIUM_CENTS: '2490', VAT_PERCENT: '7' })).toMatchObject({
    payments: 'house',
    premiumCents: 2490,
    vatPercent: 7,
  })
})

test('the house provider, which only pretends, is refused on https', () => {
  expect(() => readConfig({ ...HTTPS, PAYMENTS: 'house' })).toThrow(
    'PAYMENTS "house" only pretends to take money and is not allowed on https.',
  )
})

const PAYPAL = {
  PAYPAL_CLIENT_ID: 'id',
  PAYPAL_CLIENT_SECRET: 'EXAMPLE-SECRET',
  PAYPAL_WEBHOOK_ID: 'webhook',
  PAYPAL_ENVIRONMENT: 'sandbox',
}

test('PayPal needs its account, and sandbox or live is never guessed', () => {
  expect(readConfig({ ...HTTPS, ...PAYPAL, PAYMENTS: 'paypal' })).toMatchObject({
    payments: 'paypal',
    paypal: { clientId: 'id', webhookId: 'webhook', environment: 'sandbox' },
  })
  for (const name of Object.keys(PAYPAL))
    expect(() => readConfig({ ...PAYPAL, PAYMENTS: 'paypal', [name]: undefined })).toThrow(
      `PAYMENTS is "paypal", so ${name} must be set.`,
    )
  expect(readConfig(PAYPAL).paypal).toBeNull()
})

test('the key file never lies beside what it locks', () => {
  expect(() => readConfig({ ...HTTPS, DATA_DIR: '/srv/club', KEK_FILE: '/srv/club/kek' })).toThrow(
    'outside DATA_DIR',
  )
  expect(readConfig({ ...HTTPS, DATA_DIR: '/srv/club', KEK_FILE: '/srv/club-kek' }).kekFile).toBe(
    '/srv/club-kek',
  )
})

test.each([
  ['ROLE', 'cron', 'ROLE must be "web", "worker" or "all", not "cron".'],
  ['DATABASE_POOL', '7', 'DATABASE_POOL must be a whole number from 8 to 100, not "7".'],
  ['PORT', 'http', 'PORT must be a port number from 0 to 65535, not "http".'],
  ['PORT', '70000', 'PORT must be a port number from 0 to 65535, not "70000".'],
  ['DISCREET', 'yes', 'DISCREET must be "on" or "off", not "yes".'],
  ['ADMISSION', 'all', 'ADMISSION must be "open" or "invitation", not "all".'],
  ['DEFAULT_LANGUAGE', 'fr', 'DEFAULT_LANGUAGE must be "mul", "de", "en" or "auto", not "fr".'],
  ['DRAIN_SECONDS', '31', 'DRAIN_SECONDS must be a number from 0 to 30, not "31".'],
  ['LIMITS_FACTOR', '0', 'LIMITS_FACTOR must be a number of at least 1, not "0".'],
  ['PUBLIC_URL', 'club.example', 'PUBLIC_URL must be an http:// or https:// address.'],
  ['PUBLIC_URL', 'http://localhost/club', 'PUBLIC_URL must end after the host'],
  ['MAIL_FROM', 'club', 'MAIL_FROM must be an e-mail address, not "club".'],
  ['MAIL_FROM', 'Club @ Köln', 'MAIL_FROM must be an e-mail address'],
  ['MAIL_FROM', 'Club <club@club.example', 'MAIL_FROM must be an e-mail address'],
  ['MAIL_FROM', 'Club <club@>', 'MAIL_FROM must be an e-mail address'],
  ['MAIL_FROM', 'Club <club@mail.example%20>', 'MAIL_FROM must be an e-mail address'],
  ['MAIL_FROM', 'club@club..example', 'MAIL_FROM must be an e-mail address'],
  ['PAYMENTS', 'card', 'PAYMENTS must be "off", "house" or "paypal", not "card".'],
  ['PREMIUM_CENTS', '19.90', 'PREMIUM_CENTS must be a whole number of cents from 1 to 25000'],
  ['VAT_PERCENT', '31', 'VAT_PERCENT must be a number from 0 to 30, not "31".'],
  ['PAYPAL_ENVIRONMENT', 'test', 'PAYPAL_ENVIRONMENT must be "sandbox" or "live", not "test".'],
  ['TRUSTED_PROXIES', 'proxy', 'TRUSTED_PROXIES must be a list of networks'],
])('%s=%s is refused in one sentence', (name, value, sentence) => {
  expect(() => readConfig({ [name]: value })).toThrow(sentence)
})

const DATABASE_URLS = ['DATABASE_URL', 'DATABASE_DIRECT_URL', 'DATABASE_OWNER_URL']

test.each([...DATABASE_URLS, 'FILES_URL', 'SMTP_URL'])(
  'a wrong %s is refused without its password being shown',
  (name) => {
    const read = () => readConfig({ [name]: 'mysql://club:secret@host/db' })
    expect(read).toThrow(new RegExp(`^${name} must be`))
    expect(read).not.toThrow('secret')
  },
)

test.each(
  [...DATABASE_URLS, 'SMTP_URL'].flatMap((name) =>
    ['pa#ss', 'pa/ss', 'pa?ss', '50%', '#secret', 'a/b@c'].map((password) => [name, password]),
  ),
)(
  '%s with the password %s as it is would lead elsewhere, and is refused without it',
  (name, password) => {
    const scheme = name === 'SMTP_URL' ? 'smtp' : 'postgres'
    const read = (word: string) =>
      readConfig({ ...DATABASE, [name!]: `${scheme}://club:${word}@127.0.0.1:2525/x` })
    expect(() => read(password!)).toThrow(
      `${name} cannot be read; in its password write # as %23, / as %2F, ? as %3F and % as %25.`,
    )
    expect(() => read(encodeURIComponent(password!))).not.toThrow()
  },
)

test.each(['p%40ss', '50%', 'a b/c%', '%2540 %', 'ü€ 한#:@/?&+=;"\\'])(
  'the password %s is decoded once, whether all of it is encoded or only what divides',
  (password) => {
    const whole = encodeURIComponent(password)
    for (const written of [whole, whole.replace(/%(20|3A|26|2B|3D|3B)/g, decodeURIComponent)]) {
      const at = `club:${written}@127.0.0.1`
      const { databaseUrl, smtpUrl, bucket } = readConfig({
        DATABASE_URL: `postgres://${at}/club`,
        SMTP_URL: `smtp://${at}`,
        FILES_URL: `s3://${at}/b?region=eu-1`,
      })
      expect(new pg.Client(databaseUrl!).password).toBe(password)
      const { options } = smtpTransport({ secure: false }, smtpUrl!, 1)
      expect(options).toMatchObject({ auth: { pass: password } })
      expect(bucket?.secretAccessKey).toBe(password)
    }
  },
)

test('a letter that is cut in two by what divides name and password is no letter', () => {
  const FILES_URL = 's3://%E2%82:%ACsecret@objects.example/b?region=eu-1'
  expect(() => readConfig({ FILES_URL })).toThrow('FILES_URL cannot be read;')
})

test.each([
  ['postgres://club@db.example/club', false],
  ['postgres://club@db.example/club?ssl=false', false],
  ['postgres://club@db.example/club?sslmode=allow', false],
  ['postgres://club@[2001:db8::5]/club', false],
  ['postgres://club@localhost/club?host=db.example', false],
  ['postgres://club@db.example/club?sslmode=verify-full', true],
  ['postgres://club@db.example/club?sslmode=require', true],
  ['postgres://club@db.example/club?ssl=true', true],
  // as the operator says
  ['postgres://club@db.example/club?sslmode=disable', true],
  ['postgres://club@127.0.0.1/club', true],
  ['postgres://club@[::1]:5433/club', true],
  ['postgres://club@localhost/club?host=%2Fvar%2Frun', true],
  ['postgres://club@localhost/club?host=::1', true],
])(
  'on https the connection to %s is refused unless it is encrypted, local or left open by the operator',
  (url, isTaken) => {
    for (const name of DATABASE_URLS) {
      const read = () => readConfig({ ...HTTPS, ...DATABASE, [name]: url })
      if (isTaken) expect(read).not.toThrow()
      else expect(read).toThrow(`${name} leads to another host without TLS`)
    }
    expect(() => readConfig({ DATABASE_URL: url })).not.toThrow()
  },
)

test.each([
  'mail.example%20',
  'mail%2Cother',
  'a,b',
  'a..b',
  '-a.example',
  'a%00b',
  'm%C3%A4il.example',
  '300.1.1.1',
  '1.2.3',
  `${'a'.repeat(64)}.example`,
  'https%3A%2F%2Fa',
  '*.example',
  '.example',
])('an address at %s, which cannot be a host, is refused without what stands in it', (host) => {
  const at = `club:secret@${host}`
  for (const given of [
    ...DATABASE_URLS.map((name) => ({ ...DATABASE, [name]: `postgres://${at}:5432/club` })),
    { DATABASE_URL: `postgres://localhost/club?host=${host}` },
    { SMTP_URL: `smtp://${at}:25` },
    { NATS_URL: `nats://${at}:4222` },
    { FILES_URL: `s3://${at}/b?region=eu-1` },
  ]) {
    const name = Object.keys(given).at(-1)!
    const read = () => readConfig(given)
    expect(read).toThrow(new RegExp(`^${name} names a host that cannot be one;[^.]*\\.$`))
    expect(read).not.toThrow(/secret|example/)
  }
})

test.each(['a..b', '-a.example'])('nobody comes to a club at %s', (host) => {
  expect(() => readConfig({ PUBLIC_URL: `http://${host}`, ADMISSION: 'open' })).toThrow(
    'PUBLIC_URL names a host that cannot be one',
  )
  expect(() => readConfig({ OTEL_EXPORTER_OTLP_ENDPOINT: `http://${host}:4318` })).toThrow(
    'OTEL_EXPORTER_OTLP_ENDPOINT names a host that cannot be one',
  )
})

test.each([
  'mail',
  'smtp_relay',
  'mail.example.',
  'xn--mil-qla.example',
  '192.0.2.7',
  '[2001:db8::5]',
])('a server at %s may be there', (host) => {
  expect(readConfig({ SMTP_URL: `smtp://${host}:25` }).smtpUrl).toBe(`smtp://${host}:25`)
  expect(() => readConfig({ NATS_URL: `nats://${host}` })).not.toThrow()
  expect(() => readConfig({ DATABASE_URL: `postgres://club@${host}/club` })).not.toThrow()
  expect(() => readConfig({ SMTP_URL: `smtp://${host}:0` })).toThrow('SMTP_URL names the port 0')
})

test('push services beside those of the browsers’ makers are named by their hosts', () => {
  const { pushHosts } = readConfig({ PUSH_HOSTS: ' push.example.org, .push.example.net' })
  expect(pushHosts).toEqual(['push.example.org', '.push.example.net'])
  expect(() => readConfig({ PUSH_HOSTS: 'https://push.example.org' })).toThrow('PUSH_HOSTS must be')
})

test('a database behind a socket has an address, too', () => {
  const DATABASE_URL = 'postgres://club@localhost/club?host=%2Fvar%2Frun&port=5432'
  expect(readConfig({ DATABASE_URL }).databaseUrl).toBe(DATABASE_URL)
})

test('on https the operator is named in every fact, or the club does not start', () => {
  expect(readConfig(HTTPS)).toMatchObject({ operator, isOperatorNamed: true })
  const unnamed = Object.fromEntries(operatorFacts.map((name) => [name, undefined]))
  expect(() => readConfig({ ...HTTPS, ...unnamed })).toThrow(
    `PUBLIC_URL is https, so the law wants these of the operator, and they are not set: ${operatorFacts.join(', ')}.`,
  )
  expect(() => readConfig({ ...HTTPS, OPERATOR_VAT_ID: '', OPERATOR_PHONE: ' \t\u200b' })).toThrow(
    /not set: OPERATOR_VAT_ID, OPERATOR_PHONE\.$/,
  )
})

test.each(operatorFacts)('%s alone, missing or blank, keeps an https club shut', (name) => {
  for (const value of [undefined, '', '   ', '\n', operatorPlaceholders[name]])
    expect(() => readConfig({ ...HTTPS, [name]: value })).toThrow(`not set: ${name}.`)
})

test('on this machine examples stand in for what is not set, and the club knows', () => {
  expect(readConfig({})).toMatchObject({ operator: operatorPlaceholders, isOperatorNamed: false })
  expect(readConfig({ OPERATOR_NAME: ' Salon  UG ' })).toMatchObject({
    operator: { ...operatorPlaceholders, OPERATOR_NAME: 'Salon  UG' },
    isOperatorNamed: false,
  })
  expect(readConfig({ ...operator })).toMatchObject({ operator, isOperatorNamed: true })
})

test('a fact about the operator is one line, and looks like what it is', () => {
  expect(readConfig({ OPERATOR_NAME: 'Salon\r\nBcc: x@evil.example' }).operator.OPERATOR_NAME).toBe(
    'Salon Bcc: x@evil.example',
  )
  expect(() => readConfig({ OPERATOR_EMAIL: 'a@b.example\nBcc: c@d.example' })).toThrow(
    'OPERATOR_EMAIL must be an e-mail address',
  )
  expect(() => readConfig({ OPERATOR_DATA_PROTECTION: 'Mila Sommer' })).toThrow(
    'OPERATOR_DATA_PROTECTION must be a name and an e-mail, not "Mila Sommer".',
  )
  expect(() => readConfig({ OPERATOR_NAME: 'x'.repeat(301) })).toThrow('at most 300 characters')
})

test('a process that does a part of it names what it shares with the others', () => {
  const PUBLIC_URL = 'http://localhost:3000'
  for (const ROLE of ['web', 'worker']) {
    const given = { ROLE, PUBLIC_URL, ...DATABASE }
    expect(readConfig(given).role).toBe(ROLE)
    expect(() => readConfig({ ...given, DATABASE_URL: '' })).toThrow('DATABASE_URL must name')
    expect(() => readConfig({ ...given, PAYMENTS: 'house' })).toThrow('so ROLE must be "all"')
  }
  expect(() => readConfig({ ROLE: 'worker', ...DATABASE })).toThrow('PUBLIC_URL must say where')
  expect(readConfig({ ROLE: 'web', ...DATABASE }).publicUrl).toBe(PUBLIC_URL)
})

test('a way past a pooler is none without the way through it', () => {
  expect(() => readConfig({ DATABASE_DIRECT_URL: DATABASE.DATABASE_URL })).toThrow(
    'DATABASE_URL has to say how',
  )
})

test('object storage is named in one address, with all that is needed', () => {
  const FILES_URL = 's3://key:a%2Fb%2Bc@objects.example:9000/club/salon/files?region=eu-1'
  expect(readConfig({ FILES_URL }).bucket).toEqual({
    endpoint: 'https://objects.example:9000',
    region: 'eu-1',
    bucket: 'club',
    prefix: 'salon/files/',
    accessKeyId: 'key',
    secretAccessKey: 'a/b+c',
  })
  const plain = readConfig({ FILES_URL: 's3+http://key:secret@10.0.0.1/club?region=eu-1' })
  expect(plain.bucket).toMatchObject({ endpoint: 'http://10.0.0.1', prefix: '' })
  expect(readConfig({}).bucket).toBeNull()
  for (const wrong of [
    's3://objects.example/club?region=eu-1',
    's3://key:secret@objects.example/?region=eu-1',
    's3://key:secret@objects.example/club',
    's3://key@objects.example/club?region=eu-1',
  ]) {
    const read = () => readConfig({ FILES_URL: wrong })
    expect(read).toThrow('FILES_URL must name key and secret, host, bucket and region')
    expect(read).not.toThrow(/key:secret|\/club/)
  }
})

test('on https files go without TLS only where nobody else listens', () => {
  const at = (host: string) => () =>
    readConfig({ ...HTTPS, FILES_URL: `s3+http://key:secret@${host}/club?region=eu-1` })
  for (const own of ['127.0.0.1', '[::1]', 'localhost', '10.0.0.1:7070', '192.168.1.4', 'objects'])
    expect(at(own)().bucket).not.toBeNull()
  for (const others of [
    'objects.example',
    '203.0.113.9',
    '172.32.0.1',
    '[2001:db8::1]',
    '10.example',
  ]) {
    expect(at(others)).toThrow('FILES_URL "s3+http" leads over networks of others')
    expect(at(others)).not.toThrow(/key:secret/)
  }
})

test('a secret may lie in a file, whose name and content are never mixed up', async () => {
  const at = await mkdtemp(join(tmpdir(), 'club-secrets-'))
  onTestFinished(() => rm(at, { recursive: true }))
  const file = async (name: string, text: string) => {
    await writeFile(join(at, name), text)
    return join(at, name)
  }
  const url = 'postgres://club:secret@127.0.0.1/club'
  const [DATABASE_URL_FILE, SMTP_URL_FILE, PAYPAL_CLIENT_SECRET_FILE, wrong, empty] =
    await Promise.all([
      file('database', `${url}\n`),
      file('smtp', ' smtps://club:secret@mail.example\r\n'),
      file('paypal', 'the secret\n'),
      file('wrong', 'mysql://club:secret@127.0.0.1/club'),
      file('empty', '\n'),
    ])
  expect(
    readConfig({
      DATABASE_URL_FILE,
      DATABASE_DIRECT_URL_FILE: DATABASE_URL_FILE,
      DATABASE_OWNER_URL_FILE: DATABASE_URL_FILE,
      SMTP_URL_FILE,
      ...PAYPAL,
      PAYPAL_CLIENT_SECRET: '',
      PAYPAL_CLIENT_SECRET_FILE,
      PAYMENTS: 'paypal',
    }),
  ).toMatchObject({
    databaseUrl: url,
    databaseDirectUrl: url,
    databaseOwnerUrl: url,
    smtpUrl: 'smtps://club:secret@mail.example',
    paypal: { clientSecret: 'the secret' },
  })

  const refusal = (given: Record<string, string>) => {
    const read = () => readConfig(given)
    expect(read).not.toThrow('secret@')
    return expect(read)
  }
  refusal({ DATABASE_URL_FILE, DATABASE_URL: url }).toThrow(
    /^DATABASE_URL and DATABASE_URL_FILE are both set; keep one of them\.$/,
  )
  refusal({ DATABASE_URL_FILE: wrong }).toThrow(/^DATABASE_URL must be a postgres:\/\/ address\.$/)
  refusal({ SMTP_URL_FILE: empty }).toThrow(`SMTP_URL_FILE names ${empty}, which is empty.`)
  refusal({ SMTP_URL_FILE: join(at, 'none') }).toThrow(
    `SMTP_URL_FILE names ${join(at, 'none')}, which cannot be read (ENOENT).`,
  )
  // the secret itself, put there by mistake
  refusal({ SMTP_URL_FILE: 'smtps://club:secret@mail.example' }).toThrow(
    'SMTP_URL_FILE must be the path of a file',
  )
})
