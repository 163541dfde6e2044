/**
 * The colours of Trove by role, for both schemes, from which the theme writes its CSS variables.
 * Every name becomes `--name` on the root element; components use the variable and never a hex value.
 */

/** Solid mix of two `#rrggbb` colours: `weight` 0..1 is the share of the first. Solid, so that contrast can be computed. */
export function mix(first: string, second: string, weight: number): string {
  const parts = [1, 3, 5].map((at) => {
    const a = Number.parseInt(first.slice(at, at + 2), 16)
    const b = Number.parseInt(second.slice(at, at + 2), 16)
    return Math.round(a * weight + b * (1 - weight))
      .toString(16)
      .padStart(2, '0')
  })
  return `#${parts.join('')}`
}

const lightBase = {
  paper: '#FAF9F6',
  surface: '#FFFFFF',
  raised: '#FFFFFF',
  line: '#E4E2DA',
  'line-2': '#C6C8BE',
  ink: '#12211B',
  'ink-2': '#4A5A53',
  'ink-3': '#7A8881',
  jade: '#0B7A5B',
  amber: '#A35C00',
  'amber-fill': '#F2A93B',
  coral: '#C23B2E',
  sky: '#2563C9',
  teal: '#117A8B',
  'on-jade': '#FFFFFF',
  'on-amber': '#2B1A00',
  'on-coral': '#FFFFFF',
  'on-sky': '#FFFFFF',
  'on-teal': '#FFFFFF',
}

/** One palette: every colour role of the product, each a solid `#rrggbb`. */
export type Palette = ReturnType<typeof withDerived>

/** Name of a colour role. */
export type TokenName = keyof Palette

const darkBase: typeof lightBase = {
  paper: '#0E1412',
  surface: '#151D1A',
  raised: '#1B2521',
  line: '#2A3631',
  'line-2': '#43524C',
  ink: '#E9F0EC',
  'ink-2': '#B3C0BA',
  'ink-3': '#84928B',
  jade: '#3CC79A',
  amber: '#F2B755',
  'amber-fill': '#F2B755',
  coral: '#F07F73',
  sky: '#7FB0FF',
  teal: '#5CC3D3',
  'on-jade': '#04231A',
  'on-amber': '#2B1A00',
  'on-coral': '#2A0804',
  'on-sky': '#06193A',
  'on-teal': '#03252B',
}

function withDerived(base: typeof lightBase, isDark: boolean) {
  const [softShare, lineShare] = isDark ? [0.13, 0.34] : [0.08, 0.3]
  const soft = (name: 'jade' | 'amber-fill' | 'coral' | 'sky' | 'teal' | 'ink', share = softShare) =>
    mix(base[name], base.surface, share)
  return {
    ...base,
    sunken: mix(base.ink, base.paper, 0.04),
    hover: mix(base.ink, base.surface, 0.05),
    'jade-soft': soft('jade'),
    'amber-soft': soft('amber-fill', softShare * 1.4),
    'coral-soft': soft('coral'),
    'sky-soft': soft('sky'),
    'teal-soft': soft('teal'),
    'ink-soft': soft('ink', softShare * 0.7),
    'jade-line': soft('jade', lineShare),
    'amber-line': soft('amber-fill', lineShare),
    'coral-line': soft('coral', lineShare),
    'sky-line': soft('sky', lineShare),
    'teal-line': soft('teal', lineShare),
    'jade-mid': soft('jade', 0.62),
    'amber-mid': soft('amber-fill', 0.72),
    'coral-mid': soft('coral', 0.62),
    'sky-mid': soft('sky', 0.62),
    'teal-mid': soft('teal', 0.62),
    shade: isDark ? mix('#000000', base.paper, 0.42) : mix(base.ink, base.paper, 0.055),
    face: isDark ? '#EBD9C6' : '#FFF1E0',
    'gem-light': mix('#F2A93B', '#FFFFFF', 0.3),
    'gem-mid': mix('#F2A93B', '#FFFFFF', 0.62),
    gem: '#F2A93B',
    'gem-deep': mix('#F2A93B', '#7A4600', 0.78),
    'gem-line': isDark ? '#6B4310' : base['ink-2'],
    brand: '#0B7A5B',
    'brand-line': '#FFFFFF',
    'brand-gem': '#F7C260',
    'jade-hover': mix(base.jade, base.ink, 0.86),
    'coral-hover': mix(base.coral, base.ink, 0.86),
  }
}

/** Both palettes of the product; the only place where a colour is written down. */
export const palettes: Record<'light' | 'dark', Palette> = {
  light: withDerived(lightBase, false),
  dark: withDerived(darkBase, true),
}

/** Tone of a badge, notice or icon; always beside a word or an icon, never alone. */
export type Tone = 'jade' | 'amber' | 'coral' | 'sky' | 'teal' | 'neutral'

/** WCAG contrast ratio (1 to 21) of two `#rrggbb` colours. */
export function contrast(first: string, second: string): number {
  const luminance = (hex: string) => {
    const [r, g, b] = [1, 3, 5].map((at) => {
      const part = Number.parseInt(hex.slice(at, at + 2), 16) / 255
      return part <= 0.03928 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4
    }) as [number, number, number]
    return 0.2126 * r + 0.7152 * g + 0.0722 * b
  }
  const [light, dark] = [luminance(first), luminance(second)].sort((a, b) => b - a) as [number, number]
  return (light + 0.05) / (dark + 0.05)
}
