// @vitest-environment jsdom
import { cleanup, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { show } from '../../test/show.tsx'
import { guardNumber, type NumberGuard, UnitInput } from './unit-input.tsx'

afterEach(cleanup)

describe('the guard of a number field', () => {
  it.each<[string, NumberGuard, string]>([
    ['12ab3', {}, '123'],
    ['1.5', {}, '1'],
    ['12345', { maxDigits: 4 }, '1234'],
    ['70000', { max: 65535 }, '65535'],
    ['65535', { max: 65535 }, '65535'],
    ['1.239', { decimals: 2 }, '1.23'],
    ['1.', { decimals: 2 }, '1.'],
    ['.5', { decimals: 2 }, '0.5'],
    ['1.2.3', { decimals: 2 }, '1.23'],
    ['-5', { decimals: 2 }, '5'],
    ['', { max: 9 }, ''],
    ['\uff11\uff12\u30025', { decimals: 2 }, '12.5'],
    ['12345678901', { maxDigits: 11 }, '12345678901'],
  ])('makes of %j with %j the text %j', (text, guard, expected) => {
    expect(guardNumber(text, guard)).toBe(expected)
  })
})

function Port({ onClamped }: { onClamped: (max: number) => void }) {
  const [value, setValue] = useState('')
  return <UnitInput label="Port" value={value} onChange={setValue} max={65535} onClamped={onClamped} unit="no." />
}

describe('a number field with its unit', () => {
  it('takes digits only and shows the unit', async () => {
    show(<Port onClamped={() => undefined} />)
    await userEvent.type(screen.getByLabelText('Port'), 'a2b2')
    expect((screen.getByLabelText('Port') as HTMLInputElement).value).toBe('22')
    expect(screen.getByText('no.')).toBeTruthy()
  })

  it('sets back what is too much and says so once', async () => {
    const onClamped = vi.fn()
    show(<Port onClamped={onClamped} />)
    await userEvent.type(screen.getByLabelText('Port'), '70000')
    expect((screen.getByLabelText('Port') as HTMLInputElement).value).toBe('65535')
    expect(onClamped).toHaveBeenCalledExactlyOnceWith(65535)
  })

  it('ties its error to the field', () => {
    show(<UnitInput label="Port" value="" onChange={() => undefined} error="Fill in" />)
    const field = screen.getByLabelText('Port')
    expect(field.getAttribute('aria-invalid')).toBe('true')
    const described = field.getAttribute('aria-describedby')?.split(' ') ?? []
    expect(described.map((id) => document.getElementById(id)?.textContent)).toContain('Fill in')
  })
})
