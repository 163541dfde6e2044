/** A name as it may be shown to others: the first character and the last of three or more. */
export function maskName(name: string): string {
  const characters = [...name]
  if (characters.length <= 1) return '*'
  const end = characters.length > 2 ? characters.at(-1)! : ''
  return `${characters[0]}${'*'.repeat(Math.min(characters.length - 1 - end.length, 8) || 1)}${end}`
}
