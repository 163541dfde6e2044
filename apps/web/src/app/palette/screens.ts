/** The palette, whose import brings those of every market: it comes after the first page (`later-screens.ts`). */
export const screens = { palette: () => import('./palette.tsx') }
