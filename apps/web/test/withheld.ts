import userEvent from '@testing-library/user-event'
import { toastStore } from '../src/lib/calls/notify.ts'

/** Why a button cannot do its work now, as its description has it; undefined where it can. */
export const withheldFor = (button: HTMLElement): string | undefined =>
  button.getAttribute('aria-disabled') === 'true' ? (button.getAttribute('title') ?? '') : undefined

/** What a press on a button says. */
export async function saidOnPress(button: HTMLElement): Promise<string | undefined> {
  await userEvent.click(button)
  return toastStore.getCurrent()?.text
}
