import { VisuallyHidden } from '@mantine/core'
import { ActionButton } from '@trove/ui/actions/action-button'
import { type ComponentProps, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'

type ShowMoreProps = Pick<ComponentProps<typeof ActionButton>, 'kind' | 'size'> & {
  label: string
  /** Rows in sight. */
  count: number
  hasMore: boolean
  isLoading?: boolean
  onMore: () => void
}

/** How many came with the last press; 0 until they are there. */
function useAdded(count: number, isLoading: boolean) {
  const [asked, setAsked] = useState<number>()
  const [added, setAdded] = useState(0)
  useEffect(() => {
    if (asked === undefined || isLoading || count <= asked) return
    setAdded(count - asked)
    setAsked(undefined)
  }, [asked, count, isLoading])
  const ask = () => {
    setAsked(count)
    setAdded(0)
  }
  return { added, ask }
}

/**
 * The button of a list that goes on when it is pressed. How many came is said to screen readers, as in the lists of a market;
 * once all are there and the button goes, those words have the focus, so that Tab goes on from the end.
 */
export function ShowMore({ label, count, hasMore, isLoading = false, onMore, ...look }: ShowMoreProps) {
  const { t } = useTranslation()
  const { added, ask } = useAdded(count, isLoading)
  const note = useRef<HTMLDivElement>(null)
  const wasPressed = useRef(false)
  useLayoutEffect(() => {
    const isNowhere = document.activeElement === null || document.activeElement === document.body
    // What is in sight stays where it is: a conversation grows above.
    if (!hasMore && wasPressed.current && isNowhere) note.current?.focus({ preventScroll: true })
    if (!hasMore) wasPressed.current = false
  }, [hasMore])
  const press = () => {
    wasPressed.current = true
    ask()
    onMore()
  }
  return (
    <>
      {hasMore && <ActionButton {...look} action={{ label, onClick: press, isBusy: isLoading }} />}
      <VisuallyHidden ref={note} tabIndex={-1} aria-live="polite">
        {added > 0 && t('common.added', { count: added })}
      </VisuallyHidden>
    </>
  )
}
