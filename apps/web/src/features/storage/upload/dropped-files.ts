/** A chosen file with the name it is stored under: its path inside the folder it came from. */
export type ChosenFile = { file: File; name: string }

/** More than this at once is no list anybody looks through. */
export const FILES_AT_ONCE = 500

/** Files of a file dialog; of a chosen folder with their paths. */
export function chosenFiles(list: FileList | null): ChosenFile[] {
  return Array.from(list ?? [], (file) => ({ file, name: nameOf(file.webkitRelativePath || file.name) }))
}

/** Files of a drop, those inside dropped folders with their paths. */
export async function droppedFiles(items: DataTransferItemList): Promise<ChosenFile[]> {
  // Entries have to be taken before the event is over.
  const entries = Array.from(items, (item) => item.webkitGetAsEntry()).filter((entry) => entry !== null)
  const found: ChosenFile[] = []
  for (const entry of entries) await collect(entry, '', found)
  return found
}

async function collect(entry: FileSystemEntry, folder: string, found: ChosenFile[]): Promise<void> {
  if (found.length > FILES_AT_ONCE) return
  const path = folder + entry.name
  if (entry.isFile) {
    const file = await new Promise<File>((resolve, reject) => (entry as FileSystemFileEntry).file(resolve, reject))
    found.push({ file, name: nameOf(path) })
    return
  }
  const reader = (entry as FileSystemDirectoryEntry).createReader()
  for (;;) {
    const some = await new Promise<FileSystemEntry[]>((resolve, reject) => reader.readEntries(resolve, reject))
    if (some.length === 0) return
    for (const one of some) await collect(one, `${path}/`, found)
    // One more than may be says that there are too many: the rest of a folder of 100,000 files is not looked at.
    if (found.length > FILES_AT_ONCE) return
  }
}

/** A name as it can be shown and saved: no control characters and none that turn the direction of reading. */
export function nameOf(path: string): string {
  return (
    path
      .normalize('NFC')
      .replace(/[\p{Cc}\p{Cf}\p{Cs}]/gu, '')
      .replace(/^\/+/, '') || 'file'
  )
}
