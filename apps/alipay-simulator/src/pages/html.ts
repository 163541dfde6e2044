/** A piece of HTML that is safe to put into a page as it is. */
export class Html {
  readonly text: string

  constructor(text: string) {
    this.text = text
  }

  toString(): string {
    return this.text
  }
}

type Part = string | number | Html | undefined | false | readonly Html[]

/** Builds HTML; every value that is not Html itself is escaped. */
export function html(strings: TemplateStringsArray, ...parts: Part[]): Html {
  let text = strings[0] ?? ''
  parts.forEach((part, index) => {
    text += render(part) + (strings[index + 1] ?? '')
  })
  return new Html(text)
}

function render(part: Part): string {
  if (part === undefined || part === false) return ''
  if (part instanceof Html) return part.text
  if (typeof part === 'object') return part.map((each) => each.text).join('')
  return String(part).replace(/[&<>"']/g, (letter) => `&#${letter.charCodeAt(0)};`)
}
