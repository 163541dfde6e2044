import { gzipSync } from 'node:zlib'
import type { RefusalCode } from '../src/format/refusal.ts'
import { HOSTILE_LINKS, HOSTILE_MODULES, HOSTILE_NAMES } from './hostile-names.ts'
import type { HostileCase } from './hostile-push.ts'
import { tar, tarGz, zip } from './make-archive.ts'

/** Archives that are wrong in one way each. */

const archive = (name: string, code: RefusalCode, bytes: () => Buffer): HostileCase => ({
  name: `archive: ${name}`,
  code,
  make: () => ({ kind: 'archive', bytes: bytes() }),
})

const SLIPS = ['../x', '../../etc/passwd', 'a/../../x', 'a/../x', '/etc/passwd', 'C:/x', '..']
const LINK = 0o120777
const MIB = 2 ** 20

function names(): HostileCase[] {
  const short = HOSTILE_NAMES.filter(([name]) => name.length < 90 && !name.endsWith(' '))
  const slash = (path: string) => path.replaceAll('/', '\\')
  return [
    ...SLIPS.map((path) => archive(`zip with ${path}`, 'archive.path', () => zip([{ name: path }]))),
    ...SLIPS.map((path) => archive(`tar with ${path}`, 'archive.path', () => tar([{ name: path }]))),
    archive('zip with backslashes', 'archive.path', () => zip([{ name: slash('../x') }])),
    archive('tar with backslashes', 'name.slash', () => tar([{ name: slash('a/../x') }])),
    ...HOSTILE_NAMES.map(([name, code]) =>
      archive(`zip with ${JSON.stringify(name.slice(0, 40))}`, code, () => zip([{ name: `a/${name}/b` }])),
    ),
    ...short.map(([name, code]) =>
      archive(`tar.gz with ${JSON.stringify(name)}`, code, () => tarGz([{ name: `a/${name}/b` }])),
    ),
    archive('zip with a//b', 'name.empty', () => zip([{ name: 'a//b' }])),
    archive('zip with a/./b', 'name.dots', () => zip([{ name: 'a/./b' }])),
    archive('zip with README and readme', 'tree.case-clash', () => zip([{ name: 'README' }, { name: 'readme' }])),
    archive('tar with a path twice', 'archive.duplicate', () => tar([{ name: 'a' }, { name: 'a' }])),
    archive('zip with a file that is a folder', 'archive.duplicate', () => zip([{ name: 'a' }, { name: 'a/b' }])),
    archive('zip with a folder that is a file', 'archive.duplicate', () => zip([{ name: 'a/b' }, { name: 'a' }])),
    archive('zip 101 folders deep', 'tree.path', () => zip([{ name: `${'d/'.repeat(101)}x` }])),
    archive('zip with a path of 1,100 bytes', 'tree.path', () => zip([{ name: `${'n'.repeat(99)}/`.repeat(11) }])),
  ]
}

function links(): HostileCase[] {
  return [
    ...HOSTILE_LINKS.map(([target, code]) =>
      archive(`zip with a link to ${target.slice(0, 40)}`, code, () =>
        zip([{ name: 'a', data: Buffer.from(target), mode: LINK }]),
      ),
    ),
    archive('tar with a link out', 'link.outside', () => tar([{ name: 'a/b', type: '2', link: '../../x' }])),
    archive('tar with a file behind a link', 'archive.duplicate', () =>
      tar([{ name: 'a', type: '2', link: 'b' }, { name: 'a/x' }]),
    ),
    archive('tar with a hard link', 'archive.entry-kind', () => tar([{ name: 'a', type: '1', link: '/etc/passwd' }])),
    archive('tar with a device', 'archive.entry-kind', () => tar([{ name: 'a', type: '3' }])),
    archive('tar with a block device', 'archive.entry-kind', () => tar([{ name: 'a', type: '4' }])),
    archive('tar with a pipe', 'archive.entry-kind', () => tar([{ name: 'a', type: '6' }])),
    archive('zip with a pipe', 'archive.entry-kind', () => zip([{ name: 'a', mode: 0o010644 }])),
    archive('zip with .gitmodules as a link', 'modules.link', () =>
      zip([{ name: '.gitmodules', data: Buffer.from('a'), mode: LINK }]),
    ),
    ...HOSTILE_MODULES.map(([content, code]) =>
      archive(`zip with .gitmodules: ${content.slice(0, 60)}`, code, () =>
        zip([{ name: '.gitmodules', data: Buffer.from(content) }]),
      ),
    ),
  ]
}

function bombs(): HostileCase[] {
  const zeros = (mib: number) => Buffer.alloc(mib * MIB)
  return [
    archive('zip of 90 MiB of zeros', 'archive.bomb', () => zip([{ name: 'a', data: zeros(90) }])),
    archive('zip that says 101 MiB', 'archive.too-large', () => zip([{ name: 'a', size: 101 * MIB }])),
    archive('zip that says 4 GiB', 'archive.too-large', () => zip([{ name: 'a', size: 0xfffffff0 }])),
    archive('zip that unfolds to more than it says', 'archive.unreadable', () =>
      zip([{ name: 'a', data: zeros(1), size: 9 }]),
    ),
    archive('zip that unfolds to less than it says', 'archive.unreadable', () => zip([{ name: 'a', size: 9 }])),
    archive('zip whose files share their bytes', 'archive.overlap', () =>
      zip(Array.from({ length: 300 }, (_, i) => ({ name: `f${i}`, data: Buffer.alloc(1000), at: 0 }))),
    ),
    archive('tar.gz of 90 MiB of zeros', 'archive.bomb', () => tarGz([{ name: 'a', data: zeros(90) }])),
    archive('tar.gz of nothing but zeros', 'archive.bomb', () => gzipSync(zeros(120))),
    archive('tar.gz in which 9 GiB are named', 'archive.too-large', () => tarGz([{ name: 'a', size: 0o77777777777 }])),
    archive('tar.gz with a head of 5 MiB', 'archive.unreadable', () =>
      tarGz([{ name: 'a', type: 'x', data: zeros(5) }]),
    ),
    archive('zip of 20,001 files', 'archive.too-many-files', () =>
      zip(
        Array.from({ length: 20_001 }, (_, i) => ({ name: `f${i}`, data: Buffer.alloc(0) })),
        { count: 65_535 },
      ),
    ),
    archive('tar.gz of 20,001 folders', 'archive.too-many-files', () =>
      gzipSync(Buffer.concat(Array<Buffer>(20_001).fill(tar([{ name: 'd/', type: '5' }]).subarray(0, 512)))),
    ),
  ]
}

function broken(): HostileCase[] {
  const good = () => zip([{ name: 'a' }, { name: 'b' }])
  return [
    archive('nothing', 'archive.kind', () => Buffer.alloc(0)),
    archive('a text', 'archive.kind', () => Buffer.from('hello')),
    archive('a rar', 'archive.kind', () => Buffer.from('Rar!\x1a\x07\x01\0')),
    archive('zip without files', 'archive.empty', () => zip([])),
    archive('tar with folders only', 'archive.empty', () => tar([{ name: 'd/', type: '5' }])),
    archive('zip with a password', 'archive.encrypted', () => zip([{ name: 'a', flags: 0x801 }])),
    archive('zip of an unknown method', 'archive.unreadable', () => zip([{ name: 'a', method: 99 }])),
    ...[30, 80, 150].map((at) => archive(`zip cut at byte ${at}`, 'archive.unreadable', () => good().subarray(0, at))),
    archive('zip that says three files', 'archive.unreadable', () => zip([{ name: 'a' }], { count: 3 })),
    archive('tar cut short', 'archive.unreadable', () =>
      tar([{ name: 'a', data: Buffer.alloc(5000, 1) }]).subarray(0, 1500),
    ),
    archive('tar.gz cut short', 'archive.unreadable', () =>
      tarGz([{ name: 'a', data: Buffer.from('hello') }]).subarray(0, 60),
    ),
    archive('tar of a wrong checksum', 'archive.unreadable', () => tar([{ name: 'a', checksum: '0000000\0' }])),
    archive('gzip of a text', 'archive.unreadable', () => gzipSync('x'.repeat(2000))),
    archive('gzip that is none', 'archive.unreadable', () => Buffer.from('\x1f\x8bhello', 'latin1')),
  ]
}

export const hostileArchives = () => [...names(), ...links(), ...bombs(), ...broken()]
