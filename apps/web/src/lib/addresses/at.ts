type Search = Record<string, string | undefined>
type Part<P extends string> = P extends `${infer Head}/${infer Rest}` ? Head | Part<Rest> : P
type Needed<P extends string> =
  Part<P> extends infer S ? (S extends `:${infer N}` ? (N extends `${string}?` ? never : N) : never) : never
type Optional<P extends string> = Part<P> extends infer S ? (S extends `:${infer N}?` ? N : never) : never
type Params<P extends string> = { [K in Needed<P>]: string } & { [K in Optional<P>]?: string }
type Args<P extends string> = [Needed<P>] extends [never]
  ? [Optional<P>] extends [never]
    ? [search?: Search]
    : [params?: Params<P>, search?: Search]
  : [params: Params<P>, search?: Search]

/** Puts parameters and a query into a pattern; an optional parameter that is not given leaves its part out. */
function write(pattern: string, params: Search, search: Search): string {
  const path = pattern.replace(/\/:(\w+)\??/g, (_, name: string) => {
    const value = params[name]
    return value === undefined ? '' : `/${encodeURIComponent(value)}`
  })
  const given = Object.entries(search).filter((entry): entry is [string, string] => entry[1] !== undefined)
  return given.length > 0 ? `${path}?${new URLSearchParams(given)}` : path
}

/** An address of the site: writes it with its parameters and query; `pattern` is what the route table matches. */
export function at<P extends string>(pattern: P) {
  const hasParams = pattern.includes('/:')
  const build = (...args: Args<P>): string => {
    const [first = {}, second = {}] = args as [Search?, Search?]
    return hasParams ? write(pattern, first, second) : write(pattern, {}, first)
  }
  return Object.assign(build, { pattern })
}
