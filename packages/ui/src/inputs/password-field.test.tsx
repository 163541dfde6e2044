// @vitest-environment jsdom
import { cleanup, fireEvent, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, it } from 'vitest'
import { show } from '../../test/show.tsx'
import { PasswordField } from './password-field.tsx'

afterEach(cleanup)

it('a field for a secret says in the site’s words what its eye does, and shows the secret', () => {
  show(<PasswordField label="口令" showLabel="显示密码" defaultValue="secret" />)
  const field = screen.getByLabelText('口令') as HTMLInputElement
  expect(field.type).toBe('password')
  fireEvent.mouseDown(screen.getByRole('button', { name: '显示密码' }))
  expect(field.type).toBe('text')
})

it('the eye is reached and pressed by keys, too', async () => {
  show(<PasswordField label="口令" showLabel="显示密码" />)
  await userEvent.type(screen.getByLabelText('口令'), 'secret')
  await userEvent.tab()
  expect(document.activeElement).toBe(screen.getByRole('button', { name: '显示密码' }))
  await userEvent.keyboard('{Enter}')
  expect((screen.getByLabelText('口令') as HTMLInputElement).type).toBe('text')
})
