import { spawnSync } from 'node:child_process'
import { readSync } from 'node:fs'

/** Reads one line from standard input, byte by byte so that nothing of the next line is lost; undefined at its end. */
export function readLine(): string | undefined {
  const bytes: number[] = []
  const one = Buffer.alloc(1)
  while (readSync(0, one) === 1) {
    if (one[0] === 10) return Buffer.from(bytes).toString('utf8').replace(/\r$/, '')
    bytes.push(one[0]!)
  }
  return bytes.length > 0 ? Buffer.from(bytes).toString('utf8') : undefined
}

/** Asks for a password without showing it, as `passwd` does on any Unix. */
export function askHidden(prompt: string): string | undefined {
  const setEcho = (mode: string) => spawnSync('stty', [mode], { stdio: ['inherit', 'ignore', 'ignore'] })
  // Before the prompt: whoever answers at once must not see the answer.
  setEcho('-echo')
  process.stderr.write(prompt)
  try {
    return readLine()
  } finally {
    setEcho('echo')
    process.stderr.write('\n')
  }
}
