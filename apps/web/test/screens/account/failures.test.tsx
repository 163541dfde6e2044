// @vitest-environment jsdom
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, it, vi } from 'vitest'
import { Failure, SmallFailure } from '../../../src/lib/calls/failure.tsx'
import { forgetScreen, renderScreen } from '../../render.tsx'

afterEach(forgetScreen)
const view = { device: 'pc', language: 'en' } as const

it('says why something could not be had, and tries again', async () => {
  const refetch = vi.fn()
  await renderScreen(<Failure error={new TypeError('Failed to fetch')} refetch={refetch} />, view)
  expect(screen.getByRole('alert').textContent).not.toContain('Failed to fetch')
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }))
  expect(refetch).toHaveBeenCalledTimes(1)
})

it('says what failed before the reason, and cannot be pressed while it is tried again', async () => {
  const { unmount } = await renderScreen(<SmallFailure error={new Error()} refetch={() => 0} />, view)
  const why = screen.getByRole('alert').textContent!.replace('Try again', '')
  unmount()
  await renderScreen(
    <SmallFailure title="Could not load your keys" error={new Error()} refetch={() => 0} isBusy />,
    view,
  )
  expect(screen.getByRole('alert').textContent).toBe(`Could not load your keys${why}Try again`)
  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Try again' }).disabled).toBe(true)
})

it('is the one place where the reason of a failed query and its retry are put together', () => {
  const source = join(import.meta.dirname, '../../../src')
  const files = readdirSync(source, { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.tsx'))
  const own = files.filter((file) =>
    /<ErrorState\b[^<]*title=\{errorText\([^<]*refetch/.test(readFileSync(join(source, file), 'utf8')),
  )
  expect(files.length).toBeGreaterThan(100)
  expect(own).toEqual([])
})
