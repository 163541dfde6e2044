import type { Account } from '../accounts/accounts.ts'

const PALETTES = [
  ['#DDEBFF', '#2563C9', '#F3C9A5', '#2B2A33'],
  ['#FFE9CC', '#B86E00', '#EBB68C', '#3B2A20'],
  ['#D8F3E8', '#0B7A5B', '#F6D3B3', '#1F2A37'],
  ['#FBDAD6', '#C23B2E', '#F1C39B', '#4A2C2A'],
  ['#E6DFFB', '#6A4BC4', '#F8DCC0', '#8A5A2B'],
] as const

/** Which hair goes with the last digits of a 2088 id. */
const HAIR = [0, 2, 1, 0, 1, 1]

/** A drawn portrait of a test person: flat fill, one palette each, no text, so that it reads at any size. */
export function avatarSvg(account: Account): string {
  const number = Number(account.userId.slice(-2)) || 0
  const [back, shirt, skin, hair] = PALETTES[number % PALETTES.length] ?? PALETTES[0]
  const hairs = [
    `<path d="M30 46c-3-20 8-30 20-30s23 10 20 30c-2-10-7-14-12-16-8 4-18 4-24 2-2 4-3 8-4 14z" fill="${hair}"/>`,
    `<path d="M29 60c-4-28 6-44 21-44s25 16 21 44c-4-2-5-14-6-22-8-1-18-4-22-10-3 8-8 8-9 14-1 6-1 16-5 18z" fill="${hair}"/>`,
    `<path d="M31 42c0-16 8-25 19-25 6 0 9 2 12 5 6 1 8 9 7 20-3-6-5-9-7-11-9 2-18 1-24-1-3 3-5 6-7 12z" fill="${hair}"/>`,
  ]
  const glasses =
    number % 3 === 0
      ? `<g fill="none" stroke="${hair}" stroke-width="1.8"><circle cx="42" cy="47" r="6"/><circle cx="58" cy="47" r="6"/><path d="M48 47h4"/></g>`
      : ''
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 100 100" width="100" height="100">
<rect width="100" height="100" fill="${back}"/><path d="M16 100c2-22 16-30 34-30s32 8 34 30z" fill="${shirt}"/>
<path d="M42 60h16v12c0 5-16 5-16 0z" fill="${skin}"/><path d="M42 66c5 4 11 4 16 0v-4H42z" fill="${hair}" opacity=".12"/>
<ellipse cx="50" cy="46" rx="18" ry="21" fill="${skin}"/>${hairs[HAIR[number] ?? 0]}
<circle cx="42.5" cy="47" r="1.9" fill="${hair}"/><circle cx="57.5" cy="47" r="1.9" fill="${hair}"/>
<path d="M44 57c3 3.5 9 3.5 12 0" fill="none" stroke="${hair}" stroke-width="1.8" stroke-linecap="round"/>${glasses}</svg>`
}
