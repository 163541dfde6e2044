// @vitest-environment jsdom
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { act, cleanup, fireEvent, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import type { ReactNode } from 'react'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { show } from '../../test/show.tsx'
import { type LinkProps, LinkProvider } from '../base/link.tsx'
import { PasswordText } from '../inputs/password-text.tsx'
import { PageHeader } from '../layout/page-header.tsx'
import { AvatarImage, nameEnding } from '../lists/avatar-image.tsx'
import { OfferCard } from '../lists/offer-card.tsx'
import { Price, splitAmount } from '../lists/price.tsx'
import { TimeLine } from '../lists/time-line.tsx'
import { CountUp } from './count-up.tsx'
import { ErrorState } from './error-state.tsx'

afterEach(cleanup)

describe('a price', () => {
  it.each([
    ['9.90', { sign: '', integer: '9', cents: '.90' }],
    ['12480.00', { sign: '', integer: '12,480', cents: '.00' }],
    ['1234567', { sign: '', integer: '1,234,567', cents: '.00' }],
    ['9.9', { sign: '', integer: '9', cents: '.90' }],
    ['-20.50', { sign: '-', integer: '20', cents: '.50' }],
    ['90071992547409931.01', { sign: '', integer: '90,071,992,547,409,931', cents: '.01' }],
  ])('splits %s without passing through a float', (amount, expected) => {
    expect(splitAmount(amount)).toEqual(expected)
  })

  it('reads as one text', () => {
    const { container } = show(<Price amount="239.90" currency="¥" unit="/ month" />)
    expect(container.querySelector('span')?.textContent).toBe('¥239.90/ month')
  })
})

describe('the bar of the main action on a phone', () => {
  const css = readFileSync(join(import.meta.dirname, '../actions/sticky-action.module.css'), 'utf8')
  it('keeps the sum whole and sends the button to the next line where both have no room', () => {
    expect(css).toMatch(/^\.bar \{[^}]*flex-wrap: wrap;/m)
    expect(css).toMatch(/^\.bar \.info \{[^}]*min-width: min-content;/m)
    const price = readFileSync(join(import.meta.dirname, '../lists/price.module.css'), 'utf8')
    expect(price).toMatch(/^\.sum,[^{]*\{\s*white-space: nowrap;/m)
  })
})

describe('an avatar', () => {
  it.each([
    ['Ada Byron', 'on'],
    ['\u6b27\u9633\u5a1c\u5a1c', '\u5a1c\u5a1c'],
    ['\u738b', '\u738b'],
    [' \ud842\udfb7a ', '\ud842\udfb7a'],
  ])('shows of the name %j the ending %j', (name, ending) => {
    expect(nameEnding(name)).toBe(ending)
  })

  it('falls back to the name when the picture does not load', () => {
    const { container } = show(<AvatarImage src="/gone.png" name="Ada Byron" />)
    fireEvent.error(container.querySelector('img') as HTMLImageElement)
    expect(container.querySelector('img')).toBeNull()
    expect(screen.getByRole('img', { name: 'Ada Byron' }).textContent).toBe('on')
  })
})

function Routed({ href, children }: LinkProps): ReactNode {
  return <a href={`/app${href}`}>{children}</a>
}

describe('a card of an offer', () => {
  it('has one link to the detail, drawn by the router of the application', () => {
    show(
      <LinkProvider component={Routed}>
        <OfferCard href="/offer/7" who={{ name: 'Ada', verifiedLabel: 'Verified' }} title="8 cores" />
      </LinkProvider>,
    )
    const links = screen.getAllByRole('link')
    expect(links.map((link) => [link.textContent, link.getAttribute('href')])).toEqual([['8 cores', '/app/offer/7']])
    expect(screen.getByRole('img', { name: 'Verified' })).toBeTruthy()
  })

  it('names each fact with its value and how it is known', () => {
    const mark = { icon: () => <i role="img" aria-label="Measured" />, label: 'Measured', tone: 'jade' } as const
    show(<OfferCard who={{ name: 'Ada' }} facts={[{ label: 'RAM', value: '32', unit: 'GB', mark }]} />)
    expect(screen.getByRole('term').textContent).toBe('RAM')
    expect(screen.getByRole('definition').textContent).toBe('32GB')
    expect(screen.getByRole('img', { name: 'Measured' })).toBeTruthy()
  })
})

describe('a narrow card', () => {
  const css = readFileSync(join(import.meta.dirname, '../lists/offer-card.module.css'), 'utf8')
  const rule = (name: string) => css.split(`\n.${name} {`).at(-1)!.split('}')[0]!

  it('gives its byline the room under the badge, and what its owner says the whole width', () => {
    const who = { name: 'Ada', byline: 'Verified 5 minutes ago' }
    show(<OfferCard who={who} status="CP-7" description="For builds" />)
    expect(screen.getByText(who.byline).parentElement).toBe(screen.getByText('CP-7').parentElement)
    expect(screen.getByText('For builds').parentElement).toBe(screen.getByRole('article'))
    expect(rule('byline')).toMatch(/grid-column: 2 \/ span 2;/)
    expect(rule('status')).toMatch(/grid-column: 3;/)
  })

  it('breaks no Chinese date', () => {
    expect(rule('term')).toMatch(/word-break: keep-all;/)
  })
})

describe('the title of a page', () => {
  it('ends with its buttons where the columns below it end', () => {
    const css = readFileSync(join(import.meta.dirname, '../layout/columns.module.css'), 'utf8')
    const [, columns] = /^\.columns \{[^}]*max-width: (\d+)px/m.exec(css)!
    const [, header] = /\[data-page-header\]\):has\(~ \.columns\) \{\s*max-width: (\d+)px/.exec(css)!
    expect(header).toBe(columns)
    const { container } = show(<PageHeader title="A machine" />)
    expect(container.querySelector('header')!.hasAttribute('data-page-header')).toBe(true)
  })
})

describe('a secret', () => {
  it('is not in the page until shown, and can be copied unseen', async () => {
    const user = userEvent.setup()
    const onCopied = vi.fn()
    const labels = { showLabel: 'Show', hideLabel: 'Hide', copyLabel: 'Copy', copiedLabel: 'Copied' }
    const { container } = show(<PasswordText value="s3cret" {...labels} onCopied={onCopied} />)
    expect(container.textContent).not.toContain('s3cret')
    await user.click(screen.getByRole('button', { name: 'Copy' }))
    expect(await navigator.clipboard.readText()).toBe('s3cret')
    expect(onCopied).toHaveBeenCalledExactlyOnceWith(true)
    expect(screen.getByRole('button', { name: 'Copied' })).toBeTruthy()
    await user.click(screen.getByRole('button', { name: 'Show' }))
    expect(container.textContent).toContain('s3cret')
    await user.click(screen.getByRole('button', { name: 'Hide' }))
    expect(container.textContent).not.toContain('s3cret')
  })
})

describe('a figure that counts', () => {
  it('shows its value at once and ends exactly at the new one', async () => {
    const format = (value: number) => value.toFixed(2)
    const { container, rerender } = show(<CountUp value={10} format={format} />)
    expect(container.textContent).toContain('10.00')
    rerender(<CountUp value={25} format={format} />)
    await vi.waitFor(() => expect(container.textContent).toContain('25.00'), 60_000)
  })
})

describe('a time line', () => {
  it('marks the present step for screen readers', () => {
    show(
      <TimeLine
        label="Progress"
        steps={[
          { id: 'a', state: 'done', label: 'Paid' },
          { id: 'b', state: 'now', label: 'Serving' },
          { id: 'c', state: 'next', label: 'Cleared' },
        ]}
      />,
    )
    const present = screen.getAllByRole('listitem').filter((item) => item.getAttribute('aria-current') === 'step')
    expect(present.map((item) => item.textContent)).toEqual(['Serving'])
  })
})

describe('a failed place', () => {
  it('is announced and offers to try again', async () => {
    const onClick = vi.fn()
    show(<ErrorState title="Failed" retry={{ label: 'Again', onClick }} />)
    expect(screen.getByRole('alert').textContent).toContain('Failed')
    await act(() => userEvent.click(screen.getByRole('button', { name: 'Again' })))
    expect(onClick).toHaveBeenCalledTimes(1)
  })
})
