// @vitest-environment jsdom
import { cleanup, fireEvent, screen } from '@testing-library/react'
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
