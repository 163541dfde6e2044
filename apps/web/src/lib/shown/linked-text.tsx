/** An address of the web, up to a space or a mark that ends one in Chinese. Nothing else that a browser would open or run. */
const ADDRESS = /https?:\/\/[^\s<>"'“”‘’《》「」（），。；：！？、]+/giu
/** Belongs to the sentence around the address. */
const SENTENCE_END = /[.,;:!?]+$/

type Part = { text: string; href?: string }

/** Splits words into text and addresses; put together again, the parts are the words. */
export function splitAddresses(words: string): Part[] {
  const parts: Part[] = []
  let from = 0
  for (const { 0: found, index } of words.matchAll(ADDRESS)) {
    const bare = found.replace(SENTENCE_END, '')
    const address = bare.includes('(') ? bare : bare.replace(/\)+$/, '').replace(SENTENCE_END, '')
    if (!URL.canParse(address)) continue
    if (index > from) parts.push({ text: words.slice(from, index) })
    parts.push({ text: address, href: address })
    from = index + address.length
  }
  if (from < words.length) parts.push({ text: words.slice(from) })
  return parts
}

/**
 * Words somebody else wrote, with their addresses of the web as links. A link shows where it leads, tells that place
 * nothing of this page, and lends it no standing with search engines.
 */
export function LinkedText({ words }: { words: string }) {
  return splitAddresses(words).map(({ text, href }, at) =>
    href ? (
      // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a text never move
      <a key={at} href={href} target="_blank" rel="noopener noreferrer nofollow ugc">
        {text}
      </a>
    ) : (
      text
    ),
  )
}
