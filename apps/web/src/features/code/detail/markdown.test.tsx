// @vitest-environment jsdom
import { screen } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import { forgetScreen, renderScreen, type View } from '../../../../test/render.tsx'
import Markdown from './markdown.tsx'

afterEach(forgetScreen)

const view: View = { device: 'pc', language: 'en' }

const HOSTILE = `# Title

<script>window.hurt = 1</script>
<img src=x onerror="window.hurt = 2">
<iframe src="https://evil.example"></iframe>

[run](javascript:window.hurt=3) [data](data:text/html,x) [fine](https://example.org)

![spy](https://evil.example/pixel.png)

<svg onload="window.hurt = 4"></svg>

| a | b |
| - | - |
| 1 | 2 |
`

it('shows Markdown as words, tables and links to the web, and nothing of it runs, loads or draws', async () => {
  await renderScreen(<Markdown text={HOSTILE} />, view)
  const body = screen.getByRole('heading', { name: 'Title', level: 3 }).parentElement!
  screen.getByRole('table')
  expect(body.querySelectorAll('script, img, iframe, svg, style, form, input')).toHaveLength(0)
  expect([...body.querySelectorAll('a')].map((link) => [link.textContent, link.getAttribute('href')])).toEqual([
    ['run', null],
    ['data', null],
    ['fine', 'https://example.org'],
  ])
  expect(screen.getByText('fine').getAttribute('rel')).toBe('noopener noreferrer nofollow ugc')
  expect((window as { hurt?: number }).hurt).toBeUndefined()
})

it('lets code that is wider than a phone be moved by keys', async () => {
  await renderScreen(<Markdown text={'```\ntail -f app.log\n```'} />, view)
  const code = screen.getByText('tail -f app.log')
  expect(code.closest('pre')?.tabIndex).toBe(0)
})
