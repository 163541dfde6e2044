import {
  type CSSVariablesResolver,
  createTheme,
  defaultVariantColorsResolver,
  localStorageColorSchemeManager,
  type MantineColorSchemeManager,
  type MantineColorsTuple,
  MantineProvider,
  type VariantColorsResolver,
} from '@mantine/core'
import type { ReactNode } from 'react'
import { mix, type Palette, palettes } from './tokens.tsx'

const toneNames = ['jade', 'amber', 'coral', 'sky', 'teal'] as const
type ToneName = (typeof toneNames)[number]

/** Key in local storage under which the chosen colour scheme is kept; a start script may read it before mount. */
export const colorSchemeKey = 'trove-color-scheme'

function shades(color: string): MantineColorsTuple {
  const lighter = [0.06, 0.12, 0.22, 0.36, 0.55, 0.75].map((share) => mix(color, '#ffffff', share))
  const darker = [0.86, 0.72, 0.58].map((share) => mix(color, '#0E1412', share))
  return [...lighter, color, ...darker] as unknown as MantineColorsTuple
}

const neutralShades = [
  '#F6F6F2',
  '#EFEFE9',
  '#E4E2DA',
  '#D5D6CD',
  '#C6C8BE',
  '#7A8881',
  '#4A5A53',
  '#33423B',
  '#22302A',
  '#12211B',
] as const
const darkShades = [
  '#E9F0EC',
  '#B3C0BA',
  '#84928B',
  '#5D6B65',
  '#43524C',
  '#2A3631',
  '#1B2521',
  '#151D1A',
  '#0E1412',
  '#090D0C',
] as const

// The library looks at one shade to choose a text colour and does not see the scheme; our palettes name the pair outright.
const variantColorResolver: VariantColorsResolver = (input) => {
  const resolved = defaultVariantColorsResolver(input)
  const name = (input.color || input.theme.primaryColor) as ToneName
  if (!toneNames.includes(name)) return resolved
  if (input.variant === 'filled') return { ...resolved, color: `var(--on-${name})` }
  return resolved
}

/** Theme for Mantine: type, spaces, radii and defaults of the components; colours arrive through `resolveVariables`. */
export const troveTheme = createTheme({
  primaryColor: 'jade',
  primaryShade: { light: 6, dark: 6 },
  colors: {
    jade: shades(palettes.light.jade),
    amber: shades(palettes.light.amber),
    coral: shades(palettes.light.coral),
    sky: shades(palettes.light.sky),
    teal: shades(palettes.light.teal),
    gray: neutralShades,
    dark: darkShades,
  },
  white: '#FFFFFF',
  black: palettes.light.ink,
  variantColorResolver,
  fontFamily: 'system-ui, "PingFang SC", "Noto Sans SC", "Noto Sans CJK SC", "Microsoft YaHei", sans-serif',
  fontFamilyMonospace: 'ui-monospace, "SF Mono", Menlo, Consolas, monospace',
  fontSizes: { xs: '12px', sm: '14px', md: '16px', lg: '20px', xl: '28px' },
  lineHeights: { xs: '1.5', sm: '1.5', md: '1.55', lg: '1.4', xl: '1.25' },
  fontWeights: { regular: '400', medium: '600', bold: '600' },
  spacing: { xs: '4px', sm: '8px', md: '16px', lg: '24px', xl: '40px' },
  radius: { xs: '4px', sm: '6px', md: '8px', lg: '10px', xl: '16px' },
  defaultRadius: 'md',
  shadows: {
    xs: 'none',
    sm: 'var(--shadow-float)',
    md: 'var(--shadow-float)',
    lg: 'var(--shadow-float)',
    xl: 'var(--shadow-float)',
  },
  headings: {
    fontWeight: '600',
    textWrap: 'balance',
    sizes: {
      h1: { fontSize: '28px', lineHeight: '1.25' },
      h2: { fontSize: '20px', lineHeight: '1.35' },
      h3: { fontSize: '16px', lineHeight: '1.5' },
      h4: { fontSize: '14px', lineHeight: '1.5' },
      h5: { fontSize: '14px', lineHeight: '1.5' },
      h6: { fontSize: '12px', lineHeight: '1.5' },
    },
  },
  cursorType: 'pointer',
  respectReducedMotion: true,
  components: {
    Button: { defaultProps: { size: 'sm' } },
    // The label stands above a field, the help under it, and below that what is wrong.
    InputWrapper: { defaultProps: { inputWrapperOrder: ['label', 'input', 'description', 'error'] } },
    ActionIcon: { defaultProps: { variant: 'subtle', color: 'gray', size: 'lg' } },
    Popover: { defaultProps: { transitionProps: { duration: 120 } } },
    Tooltip: { defaultProps: { transitionProps: { duration: 120 }, openDelay: 300 } },
  },
})

function toneVariables(palette: Palette, name: ToneName): Record<string, string> {
  const fill = name === 'amber' ? palette['amber-fill'] : palette[name]
  const prefix = `--mantine-color-${name}`
  return {
    [`${prefix}-text`]: palette[name],
    [`${prefix}-filled`]: fill,
    [`${prefix}-filled-hover`]: mix(fill, palette.ink, 0.88),
    [`${prefix}-light`]: palette[`${name}-soft`],
    [`${prefix}-light-hover`]: palette[`${name}-line`],
    [`${prefix}-light-color`]: palette[name],
    [`${prefix}-outline`]: palette[name],
    [`${prefix}-outline-hover`]: palette[`${name}-soft`],
    [`${prefix}-contrast`]: palette[`on-${name}`],
  }
}

function schemeVariables(palette: Palette, isDark: boolean): Record<string, string> {
  const own = Object.fromEntries(Object.entries(palette).map(([name, value]) => [`--${name}`, value]))
  return {
    ...own,
    '--shadow-float': isDark
      ? '0 0 0 1px rgb(255 255 255 / 6%), 0 12px 32px rgb(0 0 0 / 55%)'
      : '0 0 0 1px rgb(18 33 27 / 5%), 0 12px 32px rgb(18 33 27 / 14%)',
    '--scrim': isDark ? 'rgb(3 6 5 / 66%)' : 'rgb(18 33 27 / 42%)',
    '--mantine-color-body': palette.paper,
    '--mantine-color-text': palette.ink,
    '--mantine-color-bright': palette.ink,
    '--mantine-color-dimmed': palette['ink-2'],
    '--mantine-color-placeholder': palette['ink-3'],
    '--mantine-color-error': palette.coral,
    '--mantine-color-success': palette.jade,
    '--mantine-color-anchor': palette.jade,
    '--mantine-color-default': palette.surface,
    '--mantine-color-default-hover': palette.hover,
    '--mantine-color-default-color': palette.ink,
    '--mantine-color-default-border': palette['line-2'],
    // On a card the sunken tone of the dark scheme could not be told from the card.
    '--mantine-color-disabled': palette['ink-soft'],
    '--mantine-color-disabled-color': palette['ink-3'],
    '--mantine-color-disabled-border': palette.line,
    '--mantine-primary-color-contrast': palette['on-jade'],
    '--mantine-color-gray-text': palette['ink-2'],
    '--mantine-color-gray-light-color': palette['ink-2'],
    '--mantine-color-gray-light-hover': palette.hover,
    '--mantine-color-gray-outline': palette['line-2'],
    ...Object.assign({}, ...toneNames.map((name) => toneVariables(palette, name))),
  }
}

/** Writes the colour roles of `tokens` as CSS variables of both schemes, and ties Mantine's own roles to them. */
export const resolveVariables: CSSVariablesResolver = () => ({
  // `--trove-scale` undoes the root font scale of a phone, so that sizes stay in real pixels.
  variables: { '--mantine-scale': 'var(--trove-scale, 1)' },
  light: schemeVariables(palettes.light, false),
  dark: schemeVariables(palettes.dark, true),
})

const keptScheme = localStorageColorSchemeManager({ key: colorSchemeKey })

type ThemeProps = {
  children: ReactNode
  /** Where the choice of light, dark or auto is kept; local storage unless told. */
  colorSchemeManager?: MantineColorSchemeManager
  /** `test` switches transitions and portals off. */
  env?: 'default' | 'test'
  /** Shows one scheme whatever was chosen (screenshots, prerendering). */
  forceColorScheme?: 'light' | 'dark'
}

/** The one theme of the product around everything that is drawn; the scheme follows the system until a person chooses. */
export function TroveThemeProvider({ children, colorSchemeManager, env, forceColorScheme }: ThemeProps) {
  return (
    <MantineProvider
      theme={troveTheme}
      cssVariablesResolver={resolveVariables}
      colorSchemeManager={colorSchemeManager ?? keptScheme}
      defaultColorScheme="auto"
      forceColorScheme={forceColorScheme}
      env={env}
    >
      {children}
    </MantineProvider>
  )
}
