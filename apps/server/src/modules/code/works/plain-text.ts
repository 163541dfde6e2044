import { toString as textOf } from 'mdast-util-to-string'
import remarkGfm from 'remark-gfm'
import remarkParse from 'remark-parse'
import { unified } from 'unified'

const BLURB_CHARS = 140
/** A description is at most five times this; its beginning is all that is read. */
const READ_CHARS = 4000
const reader = unified().use(remarkParse).use(remarkGfm)

/** The beginning of a Markdown text as one line of plain words: no headings, code, pictures or raw HTML. */
export function blurbOf(markdown: string): string {
  const { children } = reader.parse(markdown.slice(0, READ_CHARS))
  const words = children
    .filter(({ type }) => ['paragraph', 'list', 'blockquote'].includes(type))
    .map((node) => textOf(node, { includeImageAlt: false, includeHtml: false }))
  const line = words.join(' ').replace(/\s+/g, ' ').trim()
  const chars = [...line]
  return chars.length <= BLURB_CHARS
    ? line
    : `${chars
        .slice(0, BLURB_CHARS - 1)
        .join('')
        .trimEnd()}…`
}
