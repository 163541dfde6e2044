/** Where to go after signing in: only a path of this site, never another address (no open redirect). */
export function safePath(path: string | null | undefined): string | undefined {
  if (!path?.startsWith('/') || path.startsWith('//') || path.includes('\\')) return undefined
  return path
}
