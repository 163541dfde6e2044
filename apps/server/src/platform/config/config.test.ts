import { expect, test } from 'vitest'
import { makeKeyText, readConfig } from './config.ts'
import { ConfigError } from './error.ts'

const least = {
  DATABASE_URL: 'postgres://u@/db?host=%2Ftmp',
  KEK: makeKeyText(),
  INDEX_KEY: makeKeyText(),
  TOKEN_KEY: makeKeyText(),
}

const tencent = {
  SMS_TENCENT_SECRET_ID: 'id',
  SMS_TENCENT_SECRET_KEY: 'key',
  SMS_TENCENT_APP_ID: '1400006666',
  SMS_TENCENT_SIGN_NAME: 'Trove',
  SMS_TENCENT_TEMPLATE: '1110',
  SMS_TENCENT_MOBILE_CHANGED_TEMPLATE: '1111',
  SMS_TENCENT_RECEIVING_ACCOUNT_TEMPLATE: '1112',
  SMS_TENCENT_NOTICE_TEMPLATE: '1113',
}

test('the least environment is enough, and empty values count as absent', () => {
  const config = readConfig({ ...least, PORT: '', S3_BUCKET: '' })
  expect(config).toMatchObject({ port: 8080, host: '127.0.0.1', product: 'trove', isDemo: false, isEmbedded: false })
  expect(config.s3).toBeUndefined()
  expect(config.alipay).toBeUndefined()
})

test.each([
  ['PORT', { PORT: 'abc' }],
  ['SMS_PROVIDER', { SMS_PROVIDER: 'pigeon' }],
  ['SMS_ALIYUN_ACCESS_KEY_ID', { SMS_PROVIDER: 'aliyun' }],
  ['SMS_TENCENT_SECRET_KEY', { SMS_PROVIDER: 'tencent', ...tencent, SMS_TENCENT_SECRET_KEY: '' }],
  [
    'SMS_TENCENT_MOBILE_CHANGED_TEMPLATE',
    { SMS_PROVIDER: 'tencent', ...tencent, SMS_TENCENT_MOBILE_CHANGED_TEMPLATE: '' },
  ],
  [
    'SMS_TENCENT_RECEIVING_ACCOUNT_TEMPLATE',
    { SMS_PROVIDER: 'tencent', ...tencent, SMS_TENCENT_RECEIVING_ACCOUNT_TEMPLATE: '' },
  ],
  ['SMS_TENCENT_APP_ID', { SMS_PROVIDER: 'tencent', ...tencent, SMS_TENCENT_APP_ID: 'my-app' }],
  ['DEMO', { DEMO: 'yes' }],
  ['KEK', { KEK: 'short' }],
  ['KEK_NEXT', { KEK: `a:${makeKeyText()}`, KEK_NEXT: `a:${makeKeyText()}` }],
  ['TOKEN_KEY', { TOKEN_KEY: undefined }],
  ['DATABASE_URL', { DATABASE_URL: 'mysql://x' }],
  ['TRUST_PROXY', { TRUST_PROXY: 'yes' }],
  ['TRUST_PROXY', { TRUST_PROXY: '0.0.0.0/0' }],
  ['OPERATOR_MOBILE', { OPERATOR_MOBILE: '13800000009,23' }],
  ['CERTIFICATION_REVIEWERS', { CERTIFICATION_REVIEWERS: '3' }],
  ['DEV_CLOCK', { DEV_CLOCK: '1' }],
  ['WALLET_EXTENSION_URL', { WALLET_EXTENSION_URL: 'javascript:alert(1)' }],
  ['WALLET_EXTENSION_URL', { WALLET_EXTENSION_URL: 'wallet.example' }],
  ['SSO_CLIENT', { SSO_CLIENT: 'trove' }],
  ['SSO_CLIENT', { SSO_CLIENT: '众享:众享' }],
  ['S3_ENDPOINT', { S3_ENDPOINT: 'http://127.0.0.1:9' }],
  ['ALIPAY_APP_ID', { ALIPAY_GATEWAY_URL: 'https://openapi.alipay.com/gateway.do' }],
  ['outbox', { NODE_ENV: 'production' }],
])('a wrong %s ends the start with one line that names it', (name, change) => {
  const read = () => readConfig({ ...least, ...change })
  expect(read).toThrow(ConfigError)
  expect(read).toThrow(new RegExp(`^[^\\n]*${name}[^\\n]*$`))
})

test('the address of the wallet extension is a setting', () => {
  expect(readConfig(least).walletExtensionUrl).toBe('https://polkadot.js.org/extension/')
  const given = 'https://wallet.example/get'
  expect(readConfig({ ...least, WALLET_EXTENSION_URL: given }).walletExtensionUrl).toBe(given)
})

test('no value of a secret is ever in the line', () => {
  try {
    readConfig({ ...least, KEK: 'my-secret-kek', PORT: 'x' })
    expect.unreachable()
  } catch (error) {
    expect((error as Error).message).not.toContain('my-secret-kek')
  }
})

test('the clock moves only in the embedded world', () => {
  expect(readConfig({ ...least, DEV_CLOCK: '1', EMBEDDED: '1' }).hasDevClock).toBe(true)
})

test('certifying takes two reviewers where there are two, and one in the embedded world, unless it is said', () => {
  const read = (change: Record<string, string>) => readConfig({ ...least, ...change }).certificationReviewers
  expect([read({}), read({ EMBEDDED: '1' })]).toEqual(['auto', '1'])
  expect([read({ CERTIFICATION_REVIEWERS: '1' }), read({ EMBEDDED: '1', CERTIFICATION_REVIEWERS: '2' })]).toEqual([
    '1',
    '2',
  ])
})

test('a real text message provider is read whole', () => {
  const { sms } = readConfig({ ...least, SMS_PROVIDER: 'tencent', ...tencent })
  expect(sms).toMatchObject({ provider: 'tencent', appId: '1400006666', region: 'ap-guangzhou', endpoint: undefined })
})

test.each([
  ['1380000000', '1 of 1'],
  ['13900000001,138000000099', '2 of 2'],
  ['13900000001;13900000002', '1 of 1'],
  ['+8613900000001,13900000002,139 0000 0003', '1, 3 of 3'],
  ['12900000001', '1 of 1'],
])('a mistyped number of the staff, %s, ends the start; the line says which, and not what was typed', (text, which) => {
  try {
    readConfig({ ...least, OPERATOR_MOBILE: text })
    expect.unreachable()
  } catch (error) {
    expect(error).toBeInstanceOf(ConfigError)
    expect((error as Error).message).toContain(
      `OPERATOR_MOBILE: must be mobile numbers of eleven digits without +86 or spaces, comma-separated; wrong by place: ${which}`,
    )
    for (const number of text.split(/[,;]/)) expect((error as Error).message).not.toContain(number)
  }
})

test('operators are named by their numbers', () => {
  expect(readConfig(least).operatorMobiles).toEqual([])
  const given = readConfig({ ...least, OPERATOR_MOBILE: ' 13900000001, 13900000002,' })
  expect(given.operatorMobiles).toEqual(['13900000001', '13900000002'])
})
