import { waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect } from 'vitest'

/** Presses a button again once its last press is over: until then a press does nothing, as for a person. */
export async function pressReady(button: HTMLElement): Promise<void> {
  await waitFor(() =>
    expect([button.hasAttribute('disabled'), button.hasAttribute('data-loading')]).toEqual([false, false]),
  )
  await userEvent.click(button)
}
