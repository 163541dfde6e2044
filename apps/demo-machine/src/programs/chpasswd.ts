import { changePassword, machineUser } from '../account.ts'
import { readLine } from './password-input.ts'

// `chpasswd` of the demo machine: reads `name:password` lines, changes the machine's own account and nothing else.
const [dataDir, ...options] = process.argv.slice(2)

function run(): number {
  if (!dataDir) return 2
  if (options.length > 0) return fail(`chpasswd: ${options[0]}: not available on the demo machine`)
  let lineNumber = 0
  for (let line = readLine(); line !== undefined; line = readLine()) {
    lineNumber += 1
    const colon = line.indexOf(':')
    if (colon < 1) return fail(`chpasswd: line ${lineNumber}: missing new password`)
    const name = line.slice(0, colon)
    if (name !== machineUser) return fail(`chpasswd: line ${lineNumber}: user '${name}' does not exist`)
    if (line.length - colon - 1 < 6) return fail(`chpasswd: line ${lineNumber}: password too short`)
    changePassword(dataDir, line.slice(colon + 1))
  }
  return 0
}

function fail(text: string): number {
  process.stderr.write(`${text}\n`)
  return 1
}

process.exitCode = run()
