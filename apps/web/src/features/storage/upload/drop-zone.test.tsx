// @vitest-environment jsdom
import { fireEvent, screen, waitFor } from '@testing-library/react'
import i18next from 'i18next'
import { afterEach, expect, it, vi } from 'vitest'
import { forgetScreen, renderScreen, views } from '../../../../test/render.tsx'
import { toastStore } from '../../../lib/calls/notify.ts'
import { DropZone } from './drop-zone.tsx'

afterEach(forgetScreen)

it.each(views)('says so when a dropped file cannot be read, on $device in $language', async (view) => {
  const onFiles = vi.fn()
  await renderScreen(<DropZone onFiles={onFiles} />, view)
  const gone = {
    isFile: true,
    name: 'gone.txt',
    file: (_: unknown, reject: (error: Error) => void) => reject(new Error()),
  }
  const items = [{ webkitGetAsEntry: () => gone }]
  fireEvent.drop(screen.getByText(i18next.t('storage.upload.drop')), { dataTransfer: { items } })
  await waitFor(() => expect(toastStore.getCurrent()).toMatchObject({ text: i18next.t('storage.upload.unreadable') }))
  expect(onFiles).not.toHaveBeenCalled()
})
