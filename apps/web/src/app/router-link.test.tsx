// @vitest-environment jsdom
import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, it } from 'vitest'
import { chineseDesk, forgetScreen, renderScreen } from '../../test/render.tsx'
import { SiteLink } from './router-link.tsx'

afterEach(forgetScreen)

it('leads to pages of the site within it, and to files of the server past it', async () => {
  const links = (
    <>
      <SiteLink href="/api/market/days.csv?days=30">CSV</SiteLink>
      <SiteLink href="/.well-known/trove-keys.json">Keys</SiteLink>
      <SiteLink href="/manpower?tab=experts">Experts</SiteLink>
    </>
  )
  const { address } = await renderScreen(links, chineseDesk, { path: '/home' })
  for (const name of ['CSV', 'Keys']) {
    await userEvent.click(screen.getByRole('link', { name }))
    expect(address()).toBe('/home')
  }
  await userEvent.click(screen.getByRole('link', { name: 'Experts' }))
  await waitFor(() => expect(address()).toBe('/manpower?tab=experts'))
})

it('leaves a press to whoever wants it otherwise: the page, or a person who asks for another tab', async () => {
  const links = (
    <>
      <SiteLink href="/manpower?tab=cases" onClick={(event) => event.preventDefault()}>
        Held
      </SiteLink>
      <SiteLink href="/codeForce" target="_blank">
        Beside
      </SiteLink>
    </>
  )
  const { address } = await renderScreen(links, chineseDesk, { path: '/home' })
  await userEvent.click(screen.getByRole('link', { name: 'Held' }))
  const beside = screen.getByRole('link', { name: 'Beside' })
  expect([beside.getAttribute('href'), beside.getAttribute('target')]).toEqual(['/codeForce', '_blank'])
  await userEvent.click(beside)
  await userEvent.keyboard('{Control>}')
  await userEvent.click(screen.getByRole('link', { name: 'Held' }))
  expect(address()).toBe('/home')
})
