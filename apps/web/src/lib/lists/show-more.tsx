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

const isNowhere = () => document.activeElement === null || document.activeElement === document.body

/** Gives the focus back to what was pressed: while rows are on their way it is off, and a browser takes the focus from it. */
function usePressedAgain(isLoading: boolean) {
  const pressed = useRef<Element>(null)
  useEffect(() => {
    if (isLoading) return
    if (pressed.current instanceof HTMLElement && isNowhere()) pressed.current.focus({ preventScroll: true })
    pressed.current = null
  }, [isLoading])
  return () => {
    pressed.current = document.activeElement
  }
}

/**
 * The button of a list that goes on when it is pressed. How many came, and that these were all, is said to screen readers, as in
 * the lists of a market; once the button goes, those words have the focus, so that Tab goes on from the end.
 */
export function ShowMore({ label, count, hasMore, isLoading = false, onMore, ...look }: ShowMoreProps) {
  const { t } = useTranslation()
  const { added, ask } = useAdded(count, isLoading)
  const note = useRef<HTMLDivElement>(null)
  const wasPressed = useRef(false)
  const keepPressed = usePressedAgain(isLoading)
  useLayoutEffect(() => {
    // What is in sight stays where it is: a conversation grows above.
    if (!hasMore && wasPressed.current && isNowhere()) note.current?.focus({ preventScroll: true })
    if (!hasMore) wasPressed.current = false
  }, [hasMore])
  const press = () => {
    wasPressed.current = true
    keepPressed()
    ask()
    onMore()
  }
  return (
    <>
      {hasMore && <ActionButton {...look} action={{ label, onClick: press, isBusy: isLoading }} />}
      <VisuallyHidden ref={note} tabIndex={-1} aria-live="polite">
        {added > 0 && t('common.added', { count: added })}
        {added > 0 && !hasMore && <span> {t('common.noMore')}</span>}
      </VisuallyHidden>
    </>
  )
}
