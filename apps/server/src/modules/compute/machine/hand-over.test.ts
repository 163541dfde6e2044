import { execFileSync, spawnSync } from 'node:child_process'
import {
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { hasSshClient } from '../../../../../../tools/debian.ts'
import {
  changeKeysScript,
  dropKeysScript,
  installKeysScript,
  isSameState,
  noteScript,
  parseNote,
  parsePublicKey,
  parseRestored,
  restoreScript,
} from './hand-over.ts'

const key = `ssh-ed25519 ${'A'.repeat(68)}`
let home = ''

/** Runs a script in a home folder of its own, with a crontab program that only touches that folder. */
function run(script: string): string {
  const env = { HOME: home, PATH: `${home}/bin:/usr/bin:/bin` }
  const { status, stdout } = spawnSync('sh', ['-s'], { input: Buffer.from(script, 'latin1'), env, encoding: 'latin1' })
  if (status !== 0) throw new Error(`script ended with ${status}`)
  return stdout
}

const note = () => parseNote(`greeting\n${run(noteScript('sep0123'))}`, 'sep0123')
const keysFile = () => join(home, '.ssh/authorized_keys')

beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'trove-hand-over-'))
  mkdirSync(join(home, 'bin'))
  const crontab = `#!/bin/sh\nt="$HOME/table"\ncase "$1" in -l) cat "$t" ;; -r) rm "$t" ;; -) cat > "$t" ;; *) exit 1 ;; esac\n`
  writeFileSync(join(home, 'bin/crontab'), crontab, { mode: 0o755 })
})
afterEach(() => rmSync(home, { recursive: true, force: true }))

it('notes files byte by byte and brings each one back', () => {
  const odd = Buffer.from("quote ' $HOME `id` \\ \xff\xfe no end of line", 'latin1')
  writeFileSync(join(home, '.bashrc'), odd)
  writeFileSync(join(home, 'table'), '0 1 * * * seller\n\n\n')
  const mark = note()!
  writeFileSync(join(home, '.bashrc'), 'passwd() { steal; }\n')
  writeFileSync(join(home, '.profile'), 'trap\n')
  writeFileSync(join(home, 'table'), '* * * * * mine\n')
  mkdirSync(join(home, '.ssh'))
  writeFileSync(keysFile(), `${key} intruder\n`)
  expect(parseRestored(run(restoreScript(mark))).sort()).toEqual([
    '.bashrc',
    '.profile',
    '.ssh/authorized_keys',
    'crontab',
  ])
  expect(readFileSync(join(home, '.bashrc'))).toEqual(odd)
  expect(existsSync(join(home, '.profile'))).toBe(false)
  expect(existsSync(keysFile())).toBe(false)
  expect(readFileSync(join(home, 'table'), 'utf8')).toBe('0 1 * * * seller\n\n\n')
  expect(isSameState(note()!, mark)).toBe(true)
  expect(parseRestored(run(restoreScript(mark)))).toEqual([])
})

it('removes what would start by itself, and keeps what was there before', () => {
  const at = `#!/bin/sh\n[ "\${0##*/}" = atrm ] && { sed -i "/^$1\\t/d" "$HOME/jobs"; exit; }\ncat "$HOME/jobs"\n`
  for (const name of ['atq', 'atrm']) writeFileSync(join(home, 'bin', name), at, { mode: 0o755 })
  writeFileSync(join(home, 'jobs'), '7\tSat Nov 28 12:00:00 2026 a seller\n')
  mkdirSync(join(home, '.local/bin'), { recursive: true })
  writeFileSync(join(home, '.local/bin/own'), '')
  const mark = note()!
  const former = { ...mark, entries: undefined }
  mkdirSync(join(home, '.config/systemd/user/default.target.wants'), { recursive: true })
  mkdirSync(join(home, '.config/fish'))
  for (const file of ['.config/systemd/user/default.target.wants/x.service', '.local/bin/a b', '.bash_aliases'])
    writeFileSync(join(home, file), 'trap')
  writeFileSync(join(home, '.config/fish/config.fish'), 'trap')
  writeFileSync(join(home, 'jobs'), '7\tSat Nov 28 12:00:00 2026 a seller\n8\tSat Nov 28 12:00:00 2026 a seller\n')
  expect(isSameState(note()!, mark)).toBe(false)
  expect(parseRestored(run(restoreScript(mark)))).toEqual([
    '.bash_aliases',
    '.config/fish/config.fish',
    'start-folders',
    'at',
  ])
  expect(isSameState(note()!, mark)).toBe(true)
  expect(note()!.entries).toEqual(['.local/bin/own', 'at 7'])
  expect(existsSync(join(home, '.local/bin/own'))).toBe(true)
  // Of a lease that began before entries were noted, none is touched.
  writeFileSync(join(home, '.local/bin/new'), '')
  expect(parseRestored(run(restoreScript(former)))).toEqual([])
  expect(isSameState(note()!, former)).toBe(true)
})

it('removes units of the user’s systemd wherever it looks for them', () => {
  const units = ['.local/share/systemd/user', '.config/systemd/user.control']
  for (const folder of units) mkdirSync(join(home, folder, 'default.target.wants'), { recursive: true })
  writeFileSync(join(home, units[0]!, 'own.service'), '')
  const mark = note()!
  for (const folder of units) writeFileSync(join(home, folder, 'default.target.wants/x.service'), 'trap')
  expect(isSameState(note()!, mark)).toBe(false)
  expect(parseRestored(run(restoreScript(mark)))).toEqual(['start-folders'])
  expect(isSameState(note()!, mark)).toBe(true)
  expect(note()!.entries).toEqual(['.local/share/systemd/user/own.service'])
  // Of a lease that began before these folders were noted, what is in them may be the seller's.
  const former = { ...mark, entries: [], folders: undefined }
  expect(parseRestored(run(restoreScript(former)))).toEqual([])
  expect(isSameState(note()!, former)).toBe(true)
})

it('replaces a link that was put in place of a file, and leaves its target alone', () => {
  mkdirSync(join(home, '.ssh'))
  writeFileSync(keysFile(), `${key} seller\n`)
  const mark = note()!
  writeFileSync(join(home, 'target'), `${key} seller\n`)
  rmSync(keysFile())
  symlinkSync(join(home, 'target'), keysFile())
  run(restoreScript(mark))
  expect(lstatSync(keysFile()).isFile()).toBe(true)
  expect(existsSync(join(home, 'target'))).toBe(true)
})

it("installs a key beside the seller's, and a repeated begin notes the same as the first", () => {
  mkdirSync(join(home, '.ssh'))
  writeFileSync(keysFile(), `${key} seller without line end`)
  const first = note()!
  run(installKeysScript(first, [key]))
  expect(readFileSync(keysFile(), 'utf8')).toBe(`${key} seller without line end\n${key} trove-lease\n`)
  expect(lstatSync(keysFile()).mode & 0o777).toBe(0o600)
  const second = note()!
  run(installKeysScript(second, [key]))
  expect(readFileSync(keysFile(), 'utf8').match(/trove-lease/g)).toHaveLength(1)
  run(restoreScript(second))
  expect(readFileSync(keysFile(), 'utf8').trimEnd()).toBe(`${key} seller without line end`)
})

it('takes an installed key away when there was no list of keys before, also after a repeated begin', () => {
  run(installKeysScript(note()!, [key]))
  const repeated = note()!
  expect(repeated.files['.ssh/authorized_keys']).toBeNull()
  run(restoreScript(repeated))
  expect(existsSync(keysFile())).toBe(false)
})

it("takes the key of a lease that never began away from the seller's, and touches nothing else", () => {
  mkdirSync(join(home, '.ssh'))
  writeFileSync(keysFile(), `${key} seller\n`)
  run(installKeysScript(note()!, [key]))
  run(dropKeysScript(note()!))
  expect(readFileSync(keysFile(), 'utf8').trimEnd()).toBe(`${key} seller`)
  rmSync(keysFile())
  writeFileSync(join(home, 'own'), `${key} seller\n`)
  symlinkSync(join(home, 'own'), keysFile())
  expect(run(dropKeysScript(note()!))).toBe('dropped=1\n')
  expect(lstatSync(keysFile()).isSymbolicLink()).toBe(true)
})

it('changes the keys of a running lease and leaves what the buyer wrote by hand', () => {
  const mark = note()!
  run(installKeysScript(mark, [key]))
  writeFileSync(keysFile(), `${readFileSync(keysFile(), 'utf8')}${key} added by hand`)
  const others = ['ssh-ed25519 AAAAone', 'ssh-rsa AAAAtwo']
  const lines = others.map((other) => `${other} trove-lease\n`).join('')
  for (let times = 0; times < 2; times++) expect(run(changeKeysScript(others))).toBe('changed=1\n')
  expect(readFileSync(keysFile(), 'utf8')).toBe(`${key} added by hand\n${lines}`)
  expect(lstatSync(keysFile()).mode & 0o777).toBe(0o600)
  run(changeKeysScript([]))
  expect(readFileSync(keysFile(), 'utf8')).toBe(`${key} added by hand\n`)
  run(restoreScript(mark))
  expect(existsSync(keysFile())).toBe(false)
})

it('gives a running lease keys where none were, and replaces nothing that it cannot read', () => {
  run(changeKeysScript([key]))
  expect(readFileSync(keysFile(), 'utf8')).toBe(`${key} trove-lease\n`)
  rmSync(keysFile())
  mkdirSync(keysFile())
  expect(() => run(changeKeysScript([key]))).toThrow('script ended with 1')
  expect(lstatSync(keysFile()).isDirectory()).toBe(true)
})

it('fails the note instead of keeping half of a very large file', () => {
  writeFileSync(join(home, '.bashrc'), 'x'.repeat(70_000))
  expect(() => note()).toThrow('script ended with 1')
  expect(parseNote('', 'sep')).toBeUndefined()
})

it('accepts public keys of OpenSSH and nothing that says more', () => {
  expect(parsePublicKey(`  ${key} me@home\n`)).toBe(key)
  const bad = [
    '',
    'x',
    `command="id" ${key}`,
    `${key}\n${key}`,
    `ssh-dss ${'A'.repeat(68)}`,
    `ssh-ed25519 ${"'".repeat(68)}`,
  ]
  for (const text of bad) expect(parsePublicKey(text)).toBeUndefined()
})

it('accepts what OpenSSH makes of each type', (ctx) => {
  if (!hasSshClient()) ctx.skip('no OpenSSH client on this system')
  const dir = mkdtempSync(join(tmpdir(), 'trove-key-'))
  for (const type of ['ed25519', 'rsa', 'ecdsa']) {
    execFileSync('ssh-keygen', ['-q', '-t', type, '-N', '', '-f', join(dir, type)])
    expect(parsePublicKey(readFileSync(join(dir, `${type}.pub`), 'utf8'))).toMatch(/^[a-z0-9-]+ [A-Za-z0-9+/=]+$/)
  }
  rmSync(dir, { recursive: true })
})
