import { ActionButton } from '@trove/ui/actions/action-button'
import { StickyAction } from '@trove/ui/actions/sticky-action'
import { Link } from '@trove/ui/base/link'
import { OutcomeNote } from '@trove/ui/feedback/outcome-note'
import { Price } from '@trove/ui/lists/price'
import { type ComponentProps, type ReactNode, useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { errorText } from '../../lib/calls/notify.ts'
import type { PayOutcome } from './outcome.ts'

/** A wait is put into words after a moment, and in others once it is longer than usual. */
const WORDS_MS = 1_000
const LONG_MS = 8_000

/** How long it has been waited for, as far as words depend on it. */
function useWait(isWaiting: boolean): 'short' | 'usual' | 'long' {
  const [wait, setWait] = useState<'short' | 'usual' | 'long'>('short')
  useEffect(() => {
    if (!isWaiting) return
    const timers = [setTimeout(() => setWait('usual'), WORDS_MS), setTimeout(() => setWait('long'), LONG_MS)]
    return () => {
      for (const timer of timers) clearTimeout(timer)
      setWait('short')
    }
  }, [isWaiting])
  return wait
}

/** A button that is busy loses the focus: it gets it back when the try has ended, unless the focus is elsewhere by then. */
function useFocusAgain(isPaying: boolean) {
  const pressed = useRef<Element | null>(null)
  useEffect(() => {
    if (isPaying || !(pressed.current instanceof HTMLElement)) return
    if (document.activeElement === document.body) pressed.current.focus({ preventScroll: true })
    pressed.current = null
  }, [isPaying])
  return () => {
    pressed.current = document.activeElement
  }
}

/** Why paying did not lead to the cashier. */
export type PayFailure = {
  error: unknown
  /** What is known of an order; undefined where the reason says all. */
  order: PayOutcome['order'] | 'stands' | undefined
  /** Where the order is, or may be. */
  link?: { label: string; href: string } | undefined
}

function Failed({ failure: { error, order, link } }: { failure: PayFailure }) {
  const { t } = useTranslation()
  const text = order && (
    <>
      {t(`paying.order.${order}`)} {link && <Link href={link.href}>{link.label}</Link>}
    </>
  )
  return <OutcomeNote kind="error" title={errorText(error)} text={text} />
}

type PayActionProps = {
  amount: string
  size: ComponentProps<typeof Price>['size']
  label: string
  onPay: () => void
  isPaying: boolean
  isDisabled?: boolean
  /** What is waited for while it is paid. */
  under: 'ordering' | 'opening'
  /** What stands below the price when nothing is under way. */
  note?: string
  /** Why the last try failed; it stands until the next one. */
  failure?: PayFailure | undefined
  /** Another action beside it. */
  children?: ReactNode
}

/** The sum and the button that pays it, what is being waited for meanwhile, and what became of a try that did not lead to the cashier. */
export function PayAction(props: PayActionProps) {
  const { amount, size, label, onPay, isPaying, isDisabled, under, note, failure, children } = props
  const { t } = useTranslation()
  const wait = useWait(isPaying)
  const keepFocus = useFocusAgain(isPaying)
  const pay = () => {
    keepFocus()
    onPay()
  }
  return (
    <StickyAction
      isBeside
      info={<Price amount={amount} currency={t('units.yuanSign')} size={size} />}
      note={
        <>
          {/* It stands here before its words change, or they are not read out. */}
          <span role="status">
            {wait === 'short' ? !failure && note : t(`paying.wait.${under}${wait === 'long' ? 'Long' : ''}`)}
          </span>
          {failure && !isPaying && <Failed failure={failure} />}
        </>
      }
    >
      {children}
      <ActionButton size="md" action={{ label, onClick: pay, isBusy: isPaying, isDisabled }} />
    </StickyAction>
  )
}
