// @vitest-environment jsdom
import { Button, PasswordInput, Select, TagsInput, Textarea, TextInput } from '@mantine/core'
import { cleanup, screen } from '@testing-library/react'
import { afterEach, describe, expect, it } from 'vitest'
import { show } from '../../test/show.tsx'
import { scaleForRootFont } from './device.tsx'
import { resolveVariables, troveTheme } from './theme.tsx'
import { palettes } from './tokens.tsx'

afterEach(() => {
  cleanup()
  document.documentElement.removeAttribute('style')
})

describe('the theme', () => {
  it('writes every colour role of both schemes as a variable', () => {
    const written = resolveVariables(troveTheme as Parameters<typeof resolveVariables>[0])
    for (const scheme of ['light', 'dark'] as const) {
      for (const [name, value] of Object.entries(palettes[scheme])) expect(written[scheme][`--${name}`]).toBe(value)
    }
  })

  it('puts the readable colour on a filled button', () => {
    show(<Button color="amber">Pay</Button>)
    expect(screen.getByRole('button').style.getPropertyValue('--button-color')).toBe('var(--on-amber)')
  })

  it.each([
    ['of words', <TextInput key="text" label="Name" description="Help" error="Wrong" />],
    ['of many words', <Textarea key="area" label="Name" description="Help" error="Wrong" />],
    ['of a secret', <PasswordInput key="secret" label="Name" description="Help" error="Wrong" />],
    ['of a choice', <Select key="choice" label="Name" description="Help" error="Wrong" />],
    ['of labels', <TagsInput key="labels" label="Name" description="Help" error="Wrong" />],
  ])('puts the help under a field %s, and what is wrong below it', (_, field) => {
    show(field)
    const input = screen.getByLabelText('Name', { selector: 'input, textarea' })
    const order = [screen.getByText('Name'), input, screen.getByText('Help'), screen.getByText('Wrong')]
    for (const [at, part] of order.entries())
      if (at > 0) expect(order[at - 1]!.compareDocumentPosition(part) & Node.DOCUMENT_POSITION_FOLLOWING).toBeTruthy()
  })
})

describe('the device', () => {
  it('is written on the root element, and the root font scale is undone for the library', () => {
    document.documentElement.style.fontSize = '32px'
    show(<p>Page</p>, 'mobile')
    expect(document.documentElement.dataset.device).toBe('mobile')
    expect(document.documentElement.style.getPropertyValue('--trove-scale')).toBe('0.5')
  })

  it.each([
    [16, 1],
    [64, 0.25],
    [0, 1],
  ])('scales a root font of %d px by %d', (rootFontPx, scale) => {
    expect(scaleForRootFont(rootFontPx)).toBe(scale)
  })
})
