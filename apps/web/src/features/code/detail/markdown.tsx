import { toJsxRuntime } from 'hast-util-to-jsx-runtime'
import { Fragment, type ReactNode, useMemo } from 'react'
import { jsx, jsxs } from 'react/jsx-runtime'
import { useTranslation } from 'react-i18next'
import rehypeSanitize, { defaultSchema } from 'rehype-sanitize'
import remarkGfm from 'remark-gfm'
import remarkParse from 'remark-parse'
import remarkRehype from 'remark-rehype'
import { unified } from 'unified'
import classes from '../code.module.css'

/** Only what words need: no raw HTML, no styles, no forms, and links that lead to the web. */
const SCHEMA = {
  ...defaultSchema,
  tagNames: defaultSchema.tagNames?.filter((name) => !['input', 'source', 'picture'].includes(name)),
  protocols: { ...defaultSchema.protocols, href: ['http', 'https', 'mailto'] },
}

const reader = unified().use(remarkParse).use(remarkGfm).use(remarkRehype).use(rehypeSanitize, SCHEMA)

/** A link of somebody else's: it opens apart, and tells neither where it was nor that we stand for it. */
function Outside({ href, children }: { href?: string; children?: ReactNode }) {
  return (
    <a href={href} target="_blank" rel="noopener noreferrer nofollow ugc">
      {children}
    </a>
  )
}

/** Pictures are named and not loaded: another's server would hear of every reader. */
function NamedPicture({ alt = '' }: { alt?: string }) {
  const { t } = useTranslation()
  return <span>{alt && t('code.detail.noPictureLoaded', { alt })}</span>
}

/** Code scrolls in a frame of its own, by keys too. */
function CodeFrame({ children }: { children?: ReactNode }) {
  // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keys
  return <pre tabIndex={0}>{children}</pre>
}

/** Headings of a text stand below those of the page. */
const HEADINGS = { h1: 'h3', h2: 'h4', h3: 'h5', h4: 'h6', h5: 'h6' } as const

/** Somebody's Markdown as elements: what it holds of HTML is dropped, and no script of it ever runs. */
export default function Markdown({ text }: { text: string }) {
  const body = useMemo(() => {
    const tree = reader.runSync(reader.parse(text))
    const components = { a: Outside, img: NamedPicture, pre: CodeFrame, ...HEADINGS }
    return toJsxRuntime(tree, { Fragment, jsx, jsxs, components })
  }, [text])
  return <div className={classes.markdown}>{body}</div>
}
