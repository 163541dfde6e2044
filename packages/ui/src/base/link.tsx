import { type AnchorHTMLAttributes, type ComponentType, createContext, type ReactNode, useContext } from 'react'

/**
 * What a link gets; `href` is an address of the application or an absolute one. With `replace` the address takes the place of
 * the page's own, so that Back leads to where one came from.
 */
export type LinkProps = Omit<AnchorHTMLAttributes<HTMLAnchorElement>, 'href'> & { href: string; replace?: boolean }

function PlainLink({ replace: _, ...props }: LinkProps) {
  return <a {...props} />
}

const LinkContext = createContext<ComponentType<LinkProps>>(PlainLink)

/** Gives the primitives the application's own link (its router's), so that this package knows no router. */
export function LinkProvider({ component, children }: { component: ComponentType<LinkProps>; children: ReactNode }) {
  return <LinkContext.Provider value={component}>{children}</LinkContext.Provider>
}

/** A link drawn by the application's router where one is given, else a plain anchor. */
export function Link(props: LinkProps) {
  const Component = useContext(LinkContext)
  return <Component {...props} />
}
