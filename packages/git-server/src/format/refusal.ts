/** Why something was refused: a code for programs, and words that git prints on the author's terminal. */
const REASONS = {
  'request.malformed': 'This is not a request of the git protocol.',
  'request.too-large': 'The request is larger than this server reads.',
  'request.protocol': 'This server speaks git protocol version 2. Use git 2.26 or newer, or set protocol.version=2.',
  'request.shallow': 'This server sends whole histories. Clone without --depth and --shallow options.',
  'request.filter': 'This server sends whole histories. Clone without --filter.',
  'request.unsupported': 'This server does not offer that option.',
  'request.not-a-ref': 'Only commits and tags that a branch or tag points to can be fetched.',
  'pack.not-a-pack': 'This is not a git pack of version 2.',
  'pack.truncated': 'The pack ends too early.',
  'pack.checksum': 'The checksum of the pack is wrong.',
  'pack.trailing-bytes': 'Bytes follow the last object of the pack.',
  'pack.too-large': 'The pack is larger than this server takes.',
  'pack.too-many-objects': 'The pack has more objects than this server takes.',
  'pack.object-type': 'The pack has an object of an unknown type.',
  'pack.object-size': 'An object is larger than this server takes.',
  'pack.damaged': 'An object of the pack cannot be inflated to the size it names.',
  'pack.bomb': 'The pack unfolds to far more bytes than it has.',
  'pack.too-costly': 'Checking this version takes longer than this server allows. Push fewer changes at once.',
  'pack.delta': 'A delta of the pack is malformed.',
  'pack.delta-depth': 'The chain of deltas is longer than this server follows.',
  'pack.delta-size': 'A delta makes a file that is too large for deltas. Push with -c core.bigFileThreshold=8m.',
  'pack.missing-base': 'A delta is based on an object that is neither in the pack nor here.',
  'pack.duplicate': 'The pack has the same object twice.',
  'pack.missing-object': 'An object is referred to that is neither in the pack nor here.',
  'pack.unreachable': 'The pack has objects that none of its branches and tags reach.',
  'pack.too-many-links': 'The trees of the pack refer to more objects than this server takes.',
  'object.wrong-kind': 'An object is referred to as something that it is not.',
  'tree.malformed': 'A folder (tree) is malformed.',
  'tree.order': 'The entries of a folder are not in order.',
  'tree.duplicate': 'A folder has two entries of the same name.',
  'tree.case-clash': 'A folder has names that differ only in upper and lower case or in their Unicode form.',
  'tree.too-many-entries': 'A folder has more entries than this server takes.',
  'tree.mode': 'An entry of a folder has a mode that git does not know.',
  'tree.bomb': 'A checkout has more files than this server takes.',
  'tree.too-large': 'The files of a checkout are larger together than this server takes.',
  'tree.path': 'A path is longer or deeper than this server takes.',
  'name.empty': 'A file or folder has no name.',
  'name.dots': 'A file or folder is called . or ..',
  'name.dot-git': 'A file or folder is called .git, or what some systems take for it.',
  'name.slash': 'The name of a file or folder has a slash or backslash.',
  'name.control': 'The name of a file or folder has characters that cannot be shown.',
  'name.too-long': 'The name of a file or folder is longer than 255 bytes.',
  'link.outside': 'A symbolic link leads outside of the repository.',
  'link.too-long': 'The target of a symbolic link is empty or too long.',
  'modules.link': 'The file .gitmodules is a symbolic link.',
  'modules.malformed': 'The file .gitmodules cannot be read.',
  'modules.path': 'A submodule has a name or path that leads outside, or looks like an option.',
  'modules.url': 'A submodule has an address that git should not follow.',
  'modules.command': 'A submodule has a command.',
  'commit.malformed': 'A commit is malformed.',
  'commit.person': 'The author or committer of a commit is malformed.',
  'tag.malformed': 'A tag is malformed.',
  'ref.name': 'The name of a branch or tag is not one that git accepts.',
  'ref.forbidden': 'Only branches and tags (refs/heads, refs/tags) can be pushed here.',
  'ref.too-many': 'These are more branches and tags than this server takes.',
  'ref.duplicate': 'The push names the same branch or tag twice.',
  'ref.conflict': 'One name is the folder of another: a and a/b cannot both be.',
  'ref.stale': 'This branch or tag moved since you fetched it. Fetch, then push again.',
  'ref.delete': 'Branches and tags cannot be deleted here.',
  'ref.rewrite': 'History that was published cannot be rewritten. Add a commit, or a tag of a new name.',
  'ref.not-a-commit': 'A branch must point to a commit.',
  'version.no-room': 'There is no room for this version here.',
  'bundle.malformed': 'The bundle cannot be read.',
  'bundle.capability': 'The bundle needs something of git that this server does not offer.',
  'bundle.branch': 'The bundle has several branches. Name one: git bundle create FILE HEAD main.',
  'remote.protocol': 'That server does not speak git protocol version 2.',
  'remote.missing': 'That server has no such commit.',
  'archive.unreadable': 'The archive cannot be read.',
  'archive.kind': 'Only .zip, .tar and .tar.gz archives can be read.',
  'archive.too-large': 'The archive unfolds to more bytes than this server takes.',
  'archive.bomb': 'The archive unfolds to far more bytes than it has.',
  'archive.too-many-files': 'The archive has more files than this server takes.',
  'archive.overlap': 'Files of the archive share the same bytes.',
  'archive.encrypted': 'The archive is encrypted.',
  'archive.path': 'A path of the archive leads outside of it.',
  'archive.entry-kind': 'The archive has something that is neither file, folder nor symbolic link.',
  'archive.duplicate': 'The archive has two entries of the same path.',
  'archive.empty': 'The archive has no files.',
  'archive.unchanged': 'The archive has the same files as the version before.',
} as const

export type RefusalCode = keyof typeof REASONS

/** Something from outside is not taken. Everything else that is thrown is a bug or a failing disk. */
export class GitRefused extends Error {
  readonly code: RefusalCode
  /** What it was about, such as a name; harmless to show. */
  readonly detail: string
  constructor(code: RefusalCode, detail = '') {
    // What comes from outside may hold escape sequences, and git prints this on a terminal.
    super(detail === '' ? REASONS[code] : `${REASONS[code]} (${printable(detail)})`)
    this.name = 'GitRefused'
    this.code = code
    this.detail = printable(detail)
  }
}

/** Fails with this refusal unless the condition holds. */
export function requireThat(condition: unknown, code: RefusalCode, detail = ''): asserts condition {
  if (!condition) throw new GitRefused(code, detail)
}

const SHOWN = 120

function printable(text: string): string {
  const plain = text.replace(/[^\x20-\x7e\u00a1-\u1fff\u2c00-\ud7ff]/gu, '?')
  return plain.length > SHOWN ? `${plain.slice(0, SHOWN)}…` : plain
}
