import { useEffect, useSyncExternalStore } from 'react'
import type { Tone } from '../base/tokens.tsx'
import tones from '../base/tone.module.css'
import type { IconComponent } from '../icons/icon.tsx'
import { FailedIcon, InfoIcon, OfflineIcon, SuccessIcon, WarningIcon } from '../icons/states.tsx'
import classes from './toasts.module.css'

/** A short message; `network` is for connection errors, which stay longer. */
export type Toast = { id: string | number; kind: 'success' | 'info' | 'warning' | 'error' | 'network'; text: string }

/** Where the application keeps the message of the moment: at most one; `dismiss` does nothing when another took its place. */
export type ToastStore = {
  subscribe: (onChange: () => void) => () => void
  getCurrent: () => Toast | null
  dismiss: (id: Toast['id']) => void
}

const looks: Record<Toast['kind'], { icon: IconComponent; tone: Tone; shownMs: number }> = {
  success: { icon: SuccessIcon, tone: 'jade', shownMs: 2000 },
  info: { icon: InfoIcon, tone: 'sky', shownMs: 2000 },
  warning: { icon: WarningIcon, tone: 'amber', shownMs: 2000 },
  error: { icon: FailedIcon, tone: 'coral', shownMs: 2000 },
  network: { icon: OfflineIcon, tone: 'coral', shownMs: 5000 },
}

/** Shows the store's message: one at a time, two seconds, connection errors five (section 8 of the specification). */
export function Toasts({ store }: { store: ToastStore }) {
  const toast = useSyncExternalStore(store.subscribe, store.getCurrent, () => null)
  const shownMs = toast ? looks[toast.kind].shownMs : 0
  const id = toast?.id

  useEffect(() => {
    if (id === undefined) return
    const timer = setTimeout(() => store.dismiss(id), shownMs)
    return () => clearTimeout(timer)
  }, [id, shownMs, store])

  const isUrgent = toast?.kind === 'error' || toast?.kind === 'network'
  const Icon = toast ? looks[toast.kind].icon : null
  return (
    <div className={classes.place} aria-live={isUrgent ? 'assertive' : 'polite'}>
      {toast && Icon && (
        <div key={toast.id} className={classes.toast} role={isUrgent ? 'alert' : 'status'}>
          <span className={`${classes.icon} ${tones[looks[toast.kind].tone]}`}>
            <Icon size={20} />
          </span>
          {toast.text}
        </div>
      )}
    </div>
  )
}
