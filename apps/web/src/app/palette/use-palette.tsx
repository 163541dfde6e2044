import { useHotkeys } from '@mantine/hooks'
import { type ReactNode, Suspense, useState } from 'react'
import { lazyPart } from '../../lib/shown/later/lazy-part.ts'

const Palette = lazyPart<{ onClose: () => void }>(() => import('./screens.ts').then(({ screens }) => screens.palette()))

/**
 * The palette of the frame: Ctrl K or Command K opens it, and so does `open`; its code comes with its first opening. Where it
 * is off, the keys are the page's own.
 */
export function usePalette({ isOff }: { isOff: boolean }): { open: () => void; palette: ReactNode } {
  const [isOpen, setOpen] = useState(false)
  const open = () => setOpen(true)
  // Also while a field is being written in.
  useHotkeys(isOff ? [] : [['mod+K', open]], [])
  const palette = isOpen ? (
    <Suspense fallback={null}>
      <Palette onClose={() => setOpen(false)} />
    </Suspense>
  ) : null
  return { open, palette }
}
