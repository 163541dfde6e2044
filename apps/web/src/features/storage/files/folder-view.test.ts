import { describe, expect, it } from 'vitest'
import { lookInto, searchNames, wayTo } from './folder-view.ts'

const all = [
  'trip/day 1/a.png',
  'trip/day 1/b.png',
  'trip/ｃ.txt',
  'notes.md',
  'trip/day 2/A.mp4',
  '/odd',
  'tripwire',
].map((name) => ({ order: name, name }))

describe('files by folder', () => {
  it('shows what lies right in a folder, and the folders in it with what they hold in all', () => {
    expect(lookInto(all, '')).toEqual({
      folders: [{ name: 'trip', path: 'trip', count: 4 }],
      files: ['notes.md', '/odd', 'tripwire'],
    })
    expect(lookInto(all, 'trip')).toEqual({
      folders: [
        { name: 'day 1', path: 'trip/day 1', count: 2 },
        { name: 'day 2', path: 'trip/day 2', count: 1 },
      ],
      files: ['trip/ｃ.txt'],
    })
    expect(lookInto(all, 'trip/day 1').files).toEqual(['trip/day 1/a.png', 'trip/day 1/b.png'])
    expect(lookInto(all, 'gone')).toEqual({ folders: [], files: [] })
    expect(wayTo('trip/day 1')).toEqual([
      { name: 'trip', path: 'trip' },
      { name: 'day 1', path: 'trip/day 1' },
    ])
    expect(wayTo('')).toEqual([])
  })

  it('finds every word anywhere in the path, whatever the case and width of its letters', () => {
    expect(searchNames(all, 'DAY a.')).toEqual(['trip/day 1/a.png', 'trip/day 2/A.mp4'])
    expect(searchNames(all, 'c')).toEqual(['trip/ｃ.txt'])
    expect(searchNames(all, 'day nothing')).toEqual([])
  })
})
