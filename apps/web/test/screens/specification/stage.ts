import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import i18next from 'i18next'
import { expect } from 'vitest'
import type { FakeServer } from '../../fake-server.ts'
import type { Screen, View } from '../../render.tsx'
import { type TextName, texts } from './texts.ts'

/** What a scene does on a page, and how it says which text has to stand there. */

export type Stage = Pick<Screen, 'address'> & {
  view: View
  server: FakeServer
  /** Waits for a text of the specification on the page, in the reader's language. */
  sees: (name: TextName) => Promise<void>
  press: (key: string) => Promise<void>
  fill: (key: string, value: string) => Promise<void>
}

/** A page of the site at its address, and the texts that are seen there one after the other. */
export type Scene = {
  /** What the test is called: the page, and what is done there. */
  name: string
  path: string
  before?: string
  isSignedIn?: boolean
  shows: TextName[]
  prepare?: (server: FakeServer, view: View) => void
  play: (stage: Stage) => Promise<void>
}

export const t = (key: string, params?: object) => i18next.t(key as never, params as never) as unknown as string
const starting = (key: string) => new RegExp(`^${t(key)}`)

export function stageOf(view: View, server: FakeServer, { address }: Screen, seen: TextName[]): Stage {
  return {
    ...{ view, server, address },
    async sees(name) {
      const words = view.language === 'en' ? texts[name].en : texts[name].zh
      expect(await screen.findAllByText(words)).not.toHaveLength(0)
      seen.push(name)
    },
    press: async (key) => userEvent.click(await screen.findByRole('button', { name: t(key) })),
    async fill(key, value) {
      const [field] = await screen.findAllByLabelText(starting(key))
      await userEvent.clear(field!)
      await userEvent.type(field!, value)
    },
  }
}

/** Presses a button of the question or dialog that stands over the page. */
export async function pressInDialog(key: string, role: 'dialog' | 'alertdialog' = 'dialog'): Promise<void> {
  const dialog = within(await screen.findByRole(role))
  await userEvent.click(await dialog.findByRole('button', { name: t(key) }))
}
