// @vitest-environment jsdom
import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { ActionButton } from '@trove/ui/actions/action-button'
import { HeaderAction } from '@trove/ui/actions/header-action'
import { PlusIcon } from '@trove/ui/icons/actions'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { forgetScreen, renderScreen, views } from '../../../test/render.tsx'
import { saidOnPress, withheldFor } from '../../../test/withheld.ts'
import { ReasonButton, withReason } from './reason-button.tsx'

afterEach(forgetScreen)

const WHY = 'Enter the price first'
const button = (name: string) => screen.getByRole('button', { name })

describe.each(views)('what cannot be done yet on $device in $language', (view) => {
  it('says on press what is missing, sends no form, and keeps its place among what Tab reaches', async () => {
    const send = vi.fn((event: { preventDefault: () => void }) => event.preventDefault())
    await renderScreen(
      <form onSubmit={send}>
        <input aria-label="price" />
        <ReasonButton type="submit" reason={WHY}>
          Save
        </ReasonButton>
      </form>,
      view,
    )
    expect([withheldFor(button('Save')), await saidOnPress(button('Save'))]).toEqual([WHY, WHY])
    await userEvent.type(screen.getByLabelText('price'), '{Enter}')
    expect(send).not.toHaveBeenCalled()
    await userEvent.tab()
    expect(document.activeElement === button('Save')).toBe(true)
  })

  it('does its work where nothing is missing', async () => {
    const work = vi.fn()
    await renderScreen(
      <ReasonButton onClick={work} reason={undefined}>
        Save
      </ReasonButton>,
      view,
    )
    expect(withheldFor(button('Save'))).toBeUndefined()
    await userEvent.click(button('Save'))
    expect(work).toHaveBeenCalledTimes(1)
  })

  it('is no link as an action, and says the same in a row and in a header', async () => {
    const action = { label: 'Compare', href: '/compare', icon: <PlusIcon /> }
    const withheld = { ...action, ...withReason(action, WHY) }
    await renderScreen(
      <>
        <ActionButton action={withheld} />
        <HeaderAction action={{ ...withheld, label: 'Header' }} />
      </>,
      view,
    )
    expect(screen.queryByRole('link')).toBeNull()
    for (const name of ['Compare', 'Header'])
      expect([withheldFor(button(name)), await saidOnPress(button(name))]).toEqual([WHY, WHY])
  })
})
