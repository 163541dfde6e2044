import { expect, test } from 'vitest'
import { chosenFiles, droppedFiles, FILES_AT_ONCE } from './dropped-files.ts'

const MANY = 100_000
const BATCH = 100
const fileAt = (name: string) => ({
  isFile: true,
  name,
  file: (resolve: (file: File) => void) => resolve(new File([], name)),
})

/** A folder that is read in batches, as browsers do; it counts them. */
function folderOf(files: number) {
  const reads = { count: 0 }
  const createReader = () => {
    let at = 0
    return {
      readEntries: (resolve: (entries: object[]) => void) => {
        reads.count++
        const some = Array.from({ length: Math.min(BATCH, files - at) }, (_, i) => fileAt(`${at + i}.txt`))
        at += some.length
        resolve(some)
      },
    }
  }
  const entry = { isFile: false, name: 'folder', createReader }
  const items = [{ webkitGetAsEntry: () => entry }] as unknown as DataTransferItemList
  return { items, reads }
}

test('of a dropped folder of 100,000 files only so many are looked at as show that there are too many', async () => {
  const { items, reads } = folderOf(MANY)
  expect((await droppedFiles(items)).length).toBe(FILES_AT_ONCE + 1)
  expect(reads.count).toBeLessThanOrEqual(FILES_AT_ONCE / BATCH + 1)
})

test('a folder of as many as may be is taken whole, with the path of each', async () => {
  const found = await droppedFiles(folderOf(FILES_AT_ONCE).items)
  expect([found.length, found[0]!.name, found.at(-1)!.name]).toEqual([500, 'folder/0.txt', 'folder/499.txt'])
})

test('a folder of 100,000 files from the dialog is too many, and none of them is left out of the count', () => {
  const list = Array.from({ length: MANY }, (_, i) => ({ name: `${i}`, webkitRelativePath: `folder/${i}` }))
  expect(chosenFiles(list as unknown as FileList).length).toBe(MANY)
})
