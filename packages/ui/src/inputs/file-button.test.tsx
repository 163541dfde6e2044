// @vitest-environment jsdom
import { cleanup } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, it } from 'vitest'
import { show } from '../../test/show.tsx'
import { FileButton } from './file-button.tsx'

afterEach(cleanup)

it('hands over what was chosen and forgets it, so that the same file can be chosen again', async () => {
  const chosen: string[] = []
  show(
    <FileButton onChange={(files) => chosen.push(files.map(({ name }) => name).join())} multiple>
      {(props) => (
        <button type="button" {...props}>
          choose
        </button>
      )}
    </FileButton>,
  )
  const input = document.querySelector<HTMLInputElement>('input[type=file]')!
  await userEvent.upload(input, [new File(['x'], 'a.png'), new File(['y'], 'b.png')])
  expect(chosen).toEqual(['a.png,b.png'])
  expect(input.files).toHaveLength(0)
})
