import { useQueryClient } from '@tanstack/react-query'
import { readRecipeLog } from '@trove/contract/compute/recipes/recipes'
import { ActionButton } from '@trove/ui/actions/action-button'
import { type UIEvent, useCallback, useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api } from '../../../lib/calls/api.ts'
import { errorText } from '../../../lib/calls/notify.ts'
import { isRunOver, type Run } from './queries.ts'
import classes from './recipes.module.css'

/** How often more of the log of a run that goes on is read, while it is seen. */
const LOG_POLL_MS = 4_000
/** Nearer to the end than this counts as being there. */
const NEAR_END_PX = 24

/** The log so far, piece by piece; more is read when asked for, and while the run goes on. */
function useLog(runId: string, isLive: boolean) {
  const client = useQueryClient()
  const [log, setLog] = useState({ text: '', next: 0, total: 0 })
  const [error, setError] = useState<unknown>()
  const [isReading, setReading] = useState(false)
  const next = useRef(0)
  const isBusy = useRef(false)
  const read = useCallback(async () => {
    if (isBusy.current) return
    isBusy.current = true
    setReading(true)
    const from = next.current
    try {
      const piece = await client.fetchQuery({
        queryKey: ['compute', 'recipe-log', runId, from],
        queryFn: () => api(readRecipeLog, { params: { id: runId }, query: { from } }),
        staleTime: 0,
        gcTime: 0,
        retry: false,
      })
      next.current = piece.next
      setError(undefined)
      setLog((now) => ({ ...piece, text: now.text + piece.text }))
    } catch (failure) {
      setError(failure)
    } finally {
      isBusy.current = false
      setReading(false)
    }
  }, [client, runId])
  useEffect(() => {
    void read()
    if (!isLive) return
    const timer = setInterval(() => document.visibilityState === 'visible' && void read(), LOG_POLL_MS)
    return () => clearInterval(timer)
  }, [read, isLive])
  return { ...log, error, isReading, read }
}

/** For a box whose newest lines stay in sight, unless somebody scrolled up to read. */
function useEndInSight(text: string) {
  const ref = useRef<HTMLPreElement>(null)
  const isAtEnd = useRef(true)
  useEffect(() => {
    if (ref.current && text && isAtEnd.current) ref.current.scrollTop = ref.current.scrollHeight
  }, [text])
  const onScroll = ({ currentTarget: { scrollTop, scrollHeight, clientHeight } }: UIEvent<HTMLElement>) => {
    isAtEnd.current = scrollHeight - clientHeight - scrollTop < NEAR_END_PX
  }
  return { ref, onScroll }
}

/** What a run has printed, read from the machine. */
export function RunLog({ run, name }: { run: Run; name: string }) {
  const { t } = useTranslation()
  const { text, next, total, error, isReading, read } = useLog(run.id, !isRunOver(run))
  const end = useEndInSight(text)
  return (
    <div className={classes.log}>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: long output is scrolled by the keyboard */}
      <pre {...end} tabIndex={0} role="log" aria-label={t('recipes.log.label', { name })}>
        {text || t('recipes.log.empty')}
      </pre>
      {error !== undefined && <p role="alert">{errorText(error)}</p>}
      <div>
        <ActionButton
          kind="plain"
          action={{
            label: t(next < total ? 'recipes.log.more' : 'recipes.log.refresh'),
            onClick: () => void read(),
            isBusy: isReading,
          }}
        />
      </div>
    </div>
  )
}
