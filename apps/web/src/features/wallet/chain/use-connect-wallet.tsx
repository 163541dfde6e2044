import { type ReactNode, Suspense, useState } from 'react'
import { lazyShown } from '../../../lib/shown/later/lazy-shown.tsx'

const ConnectDialog = lazyShown(() => import('./connect-dialog.tsx'))

/** The dialog that connects a wallet, and what opens it; its code arrives when it first opens. */
export function useConnectWallet(): { open: () => void; dialog: ReactNode } {
  const [isOpen, setOpen] = useState(false)
  return {
    open: () => setOpen(true),
    dialog: isOpen && (
      <Suspense fallback={null}>
        <ConnectDialog onClose={() => setOpen(false)} />
      </Suspense>
    ),
  }
}
