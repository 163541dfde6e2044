import { paths } from './paths.ts'
/** Where to go after signing in: only a path of this site, never another address (no open redirect). */
export function safePath(path: string | null | undefined): string | undefined {
  if (!path?.startsWith('/') || path.startsWith('//') || path.includes('\\')) return undefined
  return path
}

/** Where signing in leads: new people choose their interests first, then everybody goes where they wanted to (decision 45). */
export function pathAfterSignIn(hasTags: boolean, next: string | undefined): string {
  if (hasTags) return next ?? paths.home()
  return paths.interestTags({ from: 'login' }, { next })
}
