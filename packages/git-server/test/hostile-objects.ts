import { ZERO_OID } from '../src/format/objects.ts'
import type { RefusalCode } from '../src/format/refusal.ts'
import { HOSTILE_LINKS, HOSTILE_MODULES, HOSTILE_NAMES } from './hostile-names.ts'
import { COMMIT, checkout, FILE, FOLDER, type HostileCase, MAIN, NOWHERE, push, pushBody } from './hostile-push.ts'
import { blob, commit, named, PERSON, packOf, tag, tree, type Whole } from './make-pack.ts'

/** Pushes whose packs are sound, and whose objects are not. */

const text = (kind: 'commit' | 'tag', content: string): Whole => ({ kind, data: Buffer.from(content) })

function closures(): HostileCase[] {
  const link = (mode: string, name: string, oid: string) => tree({ mode, name, oid })
  const large = blob(Buffer.alloc(20 * 2 ** 20))
  const names = Array.from({ length: 110 }, (_, i) => `file-${String(i).padStart(3, '0')}`)
  return [
    push('a commit without its tree', 'pack.missing-object', () => pushBody(packOf([COMMIT]), { to: named(COMMIT) })),
    push('a tree without its file', 'pack.missing-object', () =>
      pushBody(packOf([COMMIT, FOLDER]), { to: named(COMMIT) }),
    ),
    push('a commit without its parent', 'pack.missing-object', () => {
      const child = commit(named(FOLDER), NOWHERE)
      return pushBody(packOf([child, FOLDER, FILE]), { to: named(child) })
    }),
    push('a branch to nowhere', 'pack.missing-object', () => pushBody(packOf([]), { to: NOWHERE })),
    push('a branch to a file', 'ref.not-a-commit', () => pushBody(packOf([FILE]), { to: named(FILE) })),
    push('a file that nobody needs', 'pack.unreachable', () =>
      pushBody(packOf([COMMIT, FOLDER, FILE, blob('stowaway')]), { to: named(COMMIT) }),
    ),
    push('a commit whose tree is a file', 'object.wrong-kind', () => {
      const odd = commit(named(FILE))
      return pushBody(packOf([odd, FILE]), { to: named(odd) })
    }),
    checkout('a file that is a tree', 'object.wrong-kind', link('100644', 'a', named(FOLDER)), FOLDER, FILE),
    checkout(
      'one large file under many names',
      'tree.too-large',
      tree(...names.map((name) => ({ mode: '100644', name, oid: named(large) }))),
      large,
    ),
    checkout('a folder that is a file', 'object.wrong-kind', link('40000', 'a', named(FILE)), FILE),
  ]
}

function trees(): HostileCase[] {
  const oid = named(FILE)
  const files = (...names: string[]) => tree(...names.map((name) => ({ mode: '100644', name, oid })))
  const raw = (content: string | Buffer): Whole => ({ kind: 'tree', data: Buffer.from(content) })
  return [
    ...HOSTILE_NAMES.map(([name, code]) =>
      checkout(`name ${JSON.stringify(name.slice(0, 40))}`, code, files(name), FILE),
    ),
    ...(['.', '..'] as const).map((name) => checkout(`name ${name}`, 'name.dots', files(name), FILE)),
    checkout('no name', 'name.empty', files(''), FILE),
    checkout('name a/b', 'name.slash', files('a/b'), FILE),
    checkout('name a\\b', 'name.slash', files('a\\b'), FILE),
    checkout('wrong order', 'tree.order', files('b', 'a'), FILE),
    checkout('a name twice', 'tree.duplicate', files('a', 'a'), FILE),
    checkout('README and readme', 'tree.case-clash', files('README', 'readme'), FILE),
    checkout('é twice, composed and not', 'tree.case-clash', files('e\u0301', '\u00e9'), FILE),
    ...['100600', '0', '040000', '777', '100666', '8', 'x', '160001'].map((mode) =>
      checkout(`mode ${mode}`, 'tree.mode', tree({ mode, name: 'a', oid }), FILE),
    ),
    checkout('a mode without end', 'tree.malformed', raw(`${'1'.repeat(50)} a\0${'x'.repeat(20)}`)),
    checkout('an object of zeros', 'tree.malformed', tree({ mode: '100644', name: 'a', oid: ZERO_OID })),
    checkout('a tree cut short', 'tree.malformed', raw(FOLDER.data.subarray(0, -1))),
    checkout('a tree without NUL', 'tree.malformed', raw('100644 file')),
    checkout(
      '20,001 entries',
      'tree.too-many-entries',
      files(...Array.from({ length: 20_001 }, (_, i) => String(100_000 + i))),
      FILE,
    ),
    ...HOSTILE_LINKS.map(([target, code]) =>
      checkout(
        `link to ${target.slice(0, 40)}`,
        code,
        tree({ mode: '120000', name: 'a', oid: named(blob(target)) }),
        blob(target),
      ),
    ),
    checkout(
      '.gitmodules as a link',
      'modules.link',
      tree({ mode: '120000', name: '.gitmodules', oid: named(blob('a')) }),
      blob('a'),
    ),
    ...HOSTILE_MODULES.map(([content, code]) =>
      checkout(
        `.gitmodules: ${content.slice(0, 60)}`,
        code,
        tree({ mode: '100644', name: '.gitmodules', oid: named(blob(content)) }),
        blob(content),
      ),
    ),
    nested('ten folders of ten folders, ten deep', 'tree.bomb', 10, 10),
    nested('5,000 folders in each other', 'tree.path', 5000, 1),
    nested('100 folders with names of 250 bytes', 'tree.path', 100, 1, 250),
  ]
}

function nested(name: string, code: RefusalCode, depth: number, width: number, nameBytes = 1): HostileCase {
  return push(name, code, () => {
    const all: Whole[] = [FOLDER]
    for (let i = 0; i < depth; i++) {
      const oid = named(all.at(-1)!)
      all.push(
        tree(...Array.from({ length: width }, (_, n) => ({ mode: '40000', name: String(n).repeat(nameBytes), oid }))),
      )
    }
    const top = commit(named(all.at(-1)!))
    return pushBody(packOf([top, ...all, FILE]), { to: named(top) })
  })
}

function texts(): HostileCase[] {
  const [head, who] = [`tree ${named(FOLDER)}\n`, `author ${PERSON}\ncommitter ${PERSON}\n`]
  const of = (name: string, code: RefusalCode, kind: 'commit' | 'tag', content: string) =>
    push(`${kind} ${name}`, code, () => {
      const made = text(kind, content)
      const command = { name: kind === 'tag' ? 'refs/tags/v1' : MAIN, to: named(made) }
      return pushBody(packOf([made, ...(kind === 'tag' ? [COMMIT] : []), FOLDER, FILE]), command)
    })
  const good = tag(named(COMMIT)).data.toString()
  return [
    of('that is empty', 'commit.malformed', 'commit', ''),
    of('without tree', 'commit.malformed', 'commit', `${who}\nx`),
    of('with a short tree', 'commit.malformed', 'commit', `tree abc\n${who}\nx`),
    of('with a bad parent', 'commit.malformed', 'commit', `${head}parent xyz\n${who}\nx`),
    of('without message', 'commit.malformed', 'commit', `${head}${who.trimEnd()}`),
    of('with NUL', 'commit.malformed', 'commit', `${head}${who}\nx\0y`),
    of('with two authors', 'commit.malformed', 'commit', `${head}${who}author ${PERSON}\n\nx`),
    of('with 65 parents', 'commit.malformed', 'commit', `${head}${`parent ${NOWHERE}\n`.repeat(65)}${who}\nx`),
    of('without author', 'commit.person', 'commit', `${head}committer ${PERSON}\n\nx`),
    of(
      'of a name with brackets',
      'commit.person',
      'commit',
      `${head}author A <b <c> 1 +0000\ncommitter ${PERSON}\n\nx`,
    ),
    of(
      'of a far future',
      'commit.person',
      'commit',
      `${head}author A <b> 99999999999999999999 +0000\ncommitter ${PERSON}\n\nx`,
    ),
    of('without zone', 'commit.person', 'commit', `${head}author A <b> 1\ncommitter ${PERSON}\n\nx`),
    of('of an unknown kind', 'tag.malformed', 'tag', good.replace('type commit', 'type thing')),
    of('without tagger', 'tag.malformed', 'tag', good.replace(/tagger .*\n/, '')),
    of('named like a path', 'tag.malformed', 'tag', good.replace('tag v1', 'tag ../v1')),
    of('with NUL', 'tag.malformed', 'tag', `${good}\0`),
    of('of a wrong kind', 'object.wrong-kind', 'tag', good.replace('type commit', 'type tree')),
  ]
}

export const hostileObjects = () => [...closures(), ...trees(), ...texts()]
