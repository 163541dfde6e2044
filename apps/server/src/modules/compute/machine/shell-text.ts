/** Puts a text into single quotes for a POSIX shell, whatever it holds. NUL cannot be in a shell word and is dropped. */
export function quote(text: string): string {
  return `'${text.replaceAll('\0', '').replaceAll("'", "'\\''")}'`
}

/** Reads `name=value` lines; other lines (greetings of a shell's start files) are passed over. The last one wins. */
export function parseFacts(output: string): Map<string, string> {
  const facts = new Map<string, string>()
  for (const line of output.split('\n')) {
    const found = /^([a-z_]{1,40})=(.{0,200})$/.exec(line.replace(/\r$/, ''))
    if (found) facts.set(found[1]!, found[2]!.trim())
  }
  return facts
}
