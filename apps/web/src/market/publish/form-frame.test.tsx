// @vitest-environment jsdom
import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { afterEach, expect, it } from 'vitest'
import { chineseDesk, forgetScreen, renderScreen, views } from '../../../test/render.tsx'
import { FormFrame } from './form-frame.tsx'

afterEach(forgetScreen)

/** A form whose sending ends by a press, with what is wrong then. */
function Form({ wrong, refusal }: { wrong: string[]; refusal?: string }) {
  const [state, setState] = useState<'typing' | 'sending' | 'refused'>('typing')
  const isRefused = state === 'refused'
  return (
    <>
      <FormFrame
        onSubmit={(event) => {
          event.preventDefault()
          setState('sending')
        }}
        label="publish"
        isSending={state === 'sending'}
        sendingLabel="sending"
        refusal={isRefused && refusal}
      >
        {['first', 'second'].map((name) => (
          <input key={name} aria-label={name} aria-invalid={isRefused && wrong.includes(name)} />
        ))}
      </FormFrame>
      {/* Takes no focus, as an answer that comes takes none. */}
      <output onClickCapture={() => setState('refused')}>answer</output>
    </>
  )
}

const send = async () => {
  await userEvent.click(screen.getByRole('button', { name: 'publish' }))
  await screen.findByText('sending')
  document.querySelector('output')!.click()
}

it('the first field that a refusal is about gets the focus', async () => {
  await renderScreen(<Form wrong={['second', 'first']} />, chineseDesk)
  await send()
  await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText('first')))
})

it('what no field says stands beside the button, which is free again, until the next try', async () => {
  await renderScreen(<Form wrong={[]} refusal="not now" />, chineseDesk)
  await send()
  expect((await screen.findByRole('alert')).textContent).toBe('not now')
  await userEvent.type(screen.getByLabelText('second'), 'words')
  screen.getByText('not now')
  await userEvent.click(screen.getByRole('button', { name: 'publish' }))
  await waitFor(() => expect(screen.queryByText('not now')).toBeNull())
})

it.each(views)('it is part of the action, in its bar on a phone, so that it is in sight ($device)', async (view) => {
  await renderScreen(<Form wrong={[]} refusal="not now" />, view)
  await send()
  const action = screen.getByRole('button', { name: 'publish' }).parentElement!.parentElement!
  expect(action.contains(await screen.findByRole('alert'))).toBe(true)
})
