// Computes the content hash of a clone: SHA-256 over a line of mode, SHA-256 of the bytes and path for each file.
// Usage, in the clone: node hash-checkout.mjs
import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'

const git = (...args) => execFileSync('git', args, { maxBuffer: 2 ** 31 - 1 })
const all = createHash('sha256')
for (const line of git('ls-tree', '-r', '-z', 'HEAD').toString('latin1').split('\0').slice(0, -1)) {
  const [, mode, type, id, path] = /^(\d+) (\w+) (\w+)\t(.*)$/s.exec(line)
  const content =
    type === 'blob'
      ? createHash('sha256')
          .update(git('cat-file', 'blob', id))
          .digest('hex')
      : id
  all.update(`${mode} ${content} `).update(path, 'latin1').update('\n')
}
console.log(`0x${all.digest('hex')}`)
