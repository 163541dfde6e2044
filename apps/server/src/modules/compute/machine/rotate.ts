/** Changing the account's password on a machine: what to run and what to answer. Pure; the driver does the talking. */

/** For root: reads `name:password` from standard input. The machine's own search path comes first. */
export const rootCommand = `sh -c 'PATH="$PATH:/usr/sbin:/sbin" LC_ALL=C exec chpasswd'`

/** For everybody else, on a terminal: `passwd` of PAM systems wants to see one. */
export const userCommand = `sh -c 'LC_ALL=C LANGUAGE= exec passwd'`

/** Passwords we set: no sign that a shell, a terminal or `chpasswd` could take for something else. */
const safePassword = /^[A-Za-z0-9_.+/=-]{12,128}$/

/** Whether a new password can be sent through every way of setting it. Ours are random base64url and always can. */
export function isSettable(password: string): boolean {
  return safePassword.test(password)
}

/** What to do after some output of `passwd`: answer, wait for more, or give up. */
export type Step = { kind: 'answer'; text: string } | { kind: 'wait' } | { kind: 'give-up' }

/** Enough for current, new and again; a fourth question means that `passwd` did not like an answer. */
const questionLimit = 3

/**
 * Follows one conversation with `passwd`. Feed it each piece of output; a question ends without a new line, so it is
 * known by the colon at the end. Understands shadow-utils, PAM with its modules, BSD and macOS.
 */
export function followPasswd(current: string, next: string): (output: string) => Step {
  let line = ''
  let asked = 0
  let newAsked = 0
  return (output) => {
    line = (line + output).slice(-400)
    const open = line.slice(line.lastIndexOf('\n') + 1)
    if (!/pass(word|phrase)[^:]*:\s*$/i.test(open)) return { kind: 'wait' }
    line = ''
    asked += 1
    if (asked > questionLimit) return { kind: 'give-up' }
    if (/retype|again|repeat|confirm|verify/i.test(open)) return { kind: 'answer', text: `${next}\n` }
    if (/new/i.test(open)) {
      newAsked += 1
      return newAsked > 1 ? { kind: 'give-up' } : { kind: 'answer', text: `${next}\n` }
    }
    return { kind: 'answer', text: `${current}\n` }
  }
}
