import { changePassword, getAccount, isPasswordRight, machineUser } from '../account.ts'
import { askHidden } from './password-input.ts'

// `passwd` of the demo machine: changes the machine's own account and nothing else. First argument: its data folder.
const [dataDir, wanted] = process.argv.slice(2)

function run(): number {
  if (!dataDir) return 2
  if (wanted && wanted !== machineUser)
    return fail(`passwd: You may not view or modify password information for ${wanted}.`)
  process.stdout.write(`Changing password for ${machineUser}.\n`)
  const current = askHidden('Current password: ') ?? ''
  if (!isPasswordRight(getAccount(dataDir), machineUser, current)) {
    return fail('passwd: Authentication token manipulation error\npasswd: password unchanged', 10)
  }
  const next = askHidden('New password: ') ?? ''
  if (next.length < 6) return fail('You must choose a longer password.\npasswd: password unchanged', 10)
  if (askHidden('Retype new password: ') !== next) {
    return fail('Sorry, passwords do not match.\npasswd: password unchanged', 10)
  }
  changePassword(dataDir, next)
  process.stdout.write('passwd: password updated successfully\n')
  return 0
}

function fail(text: string, code = 1): number {
  process.stderr.write(`${text}\n`)
  return code
}

process.exitCode = run()
