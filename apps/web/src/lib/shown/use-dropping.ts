import { type ChangeEvent, type DragEvent, useState } from 'react'

/** Makes an element a place where files are dropped: what to spread on it; `data-over` while something is held above it. */
export function useDropping(take: (dropped: DataTransfer) => void) {
  const [isOver, setOver] = useState(false)
  const hold = (event: DragEvent) => {
    event.preventDefault()
    setOver(event.type !== 'dragleave')
  }
  const onDrop = (event: DragEvent) => {
    event.preventDefault()
    setOver(false)
    take(event.dataTransfer)
  }
  return { 'data-over': isOver || undefined, onDragOver: hold, onDragLeave: hold, onDrop }
}

/** Takes what was chosen in a field for files, and empties it: the same file can be chosen again. */
export const takingFiles = (take: (chosen: FileList | null) => void) => (event: ChangeEvent<HTMLInputElement>) => {
  take(event.currentTarget.files)
  event.currentTarget.value = ''
}
