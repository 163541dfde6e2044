import { createHash } from 'node:crypto'
import { describe, expect, test, vi } from 'vitest'
import { FORMS, findSecrets, readManifest, SCAN_RULES } from './find.ts'

// Put together here, so that no scanner takes this file for a leak.
const key = (...parts: string[]) => parts.join('')
const SECRETS = [
  ['private-key', key('-----BEGIN RSA ', 'PRIVATE KEY-----')],
  ['private-key', key('-----BEGIN ', 'PRIVATE KEY-----')],
  ['aws', key('AKIA', 'IOSFODNN7EXAMPLE')],
  ['aliyun', key('LTAI', '4FoobarFoobarFoo1234')],
  ['github', key('ghp_', 'a'.repeat(36))],
  ['google', key('AIza', 'b'.repeat(35))],
  ['npm', key('npm_', 'c'.repeat(36))],
  ['slack', key('xoxb-', '1234567890-1234567890-abc')],
  ['stripe', key('sk_live_', 'd'.repeat(24))],
] as const

describe('secrets', () => {
  test.each(SECRETS)('of the kind %s are found with their line', (kind, secret) => {
    expect(findSecrets(`one\n const k = "${secret}"\n`)).toEqual([{ kind, line: 2 }])
  })
  test('that only resemble one, or are names and tests of theirs, are not', () => {
    const near = [
      key('AKIA', 'short'),
      key('sk_test_', 'd'.repeat(24)),
      'BEGIN PUBLIC KEY',
      key('ghp_', 'a'.repeat(20)),
    ]
    expect(findSecrets(near.join('\n'))).toEqual([])
  })
})

test('rules that changed have another day, so that what was scanned before is scanned once more', () => {
  const rules = createHash('sha256').update(Object.values(FORMS).join('\n')).digest('hex').slice(0, 12)
  expect({ rules, day: SCAN_RULES }).toEqual({ rules: '3d684b871431', day: '2026-11-26' })
})

describe('a manifest', () => {
  test.each([
    [
      'web/package.json',
      '{"license":"MIT","dependencies":{"b":"1","a":"2"},"peerDependencies":{"a":"2"},"devDependencies":{"x":"1"}}',
      { ecosystem: 'npm', licence: 'MIT', dependencyCount: 2, dependencies: ['b', 'a'] },
    ],
    [
      'requirements.txt',
      '# tools\nrequests==2.1\n-r other.txt\nzope.interface>=5 ; python_version<"3"\n',
      { ecosystem: 'pypi', licence: null, dependencyCount: 2, dependencies: ['requests', 'zope.interface'] },
    ],
    [
      'Cargo.toml',
      '[package]\nname = "x"\nlicense = "MIT OR Apache-2.0"\n[dependencies]\nserde = { version = "1" }\n[dependencies.tokio]\nversion = "1"\n',
      { ecosystem: 'cargo', licence: 'MIT OR Apache-2.0', dependencyCount: 2, dependencies: ['serde', 'tokio'] },
    ],
    [
      'go.mod',
      'module example.com/x\ngo 1.21\nrequire golang.org/x/text v0.3.0\nrequire (\n\tgithub.com/a/b v1.2.3 // indirect\n)\n',
      { ecosystem: 'go', licence: null, dependencyCount: 2, dependencies: ['golang.org/x/text', 'github.com/a/b'] },
    ],
  ])('%s is read', (path, text, wanted) => {
    expect(readManifest(path, text)).toEqual({ path, ...wanted })
  })
  test.each(['{', 'null', '{"dependencies":[]}', '{"license":{"type":7}}'])(
    'that is %s names nothing and breaks nothing',
    (text) => {
      expect(readManifest('package.json', text)?.dependencies ?? []).toEqual([])
    },
  )
  test('names only what the database can keep', () => {
    const text = '{"license":"a\\u0000b","dependencies":{"c\\ud800d":"1"}}'
    expect(readManifest('package.json', text)).toMatchObject({ licence: 'a\ufffdb', dependencies: ['c\ufffdd'] })
  })
  test.each(['requirements.txt', 'Cargo.toml', 'go.mod'])('%s is read line by line', (path) => {
    // A form that looks across lines costs the square of how many empty ones there are.
    const exec = vi.spyOn(RegExp.prototype, 'exec')
    readManifest(path, '[dependencies.a]\n\n\nb = "1"\n')
    const looked = exec.mock.calls.map(([text]) => text)
    exec.mockRestore()
    expect(looked).toContain('[dependencies.a]')
    expect(looked.filter((text) => text.includes('\n'))).toEqual([])
  })
  test('is no other file', () => {
    expect(['toString', 'src/package.jsonx', 'go.sum'].map((path) => readManifest(path, '{}'))).toEqual([
      undefined,
      undefined,
      undefined,
    ])
  })
})
