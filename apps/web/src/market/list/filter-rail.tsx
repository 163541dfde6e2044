import { FieldsSkeleton } from '@trove/ui/feedback/skeletons'
import { Suspense, useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useSettledAct } from '../../lib/addresses/use-settled-act.ts'
import type { FilterValues, ListFace } from './face.ts'
import classes from './list.module.css'
import { wholeFilter } from './list-url.ts'

/** Milliseconds a change waits for the next one, so that a typed figure is asked for once. */
const APPLY_AFTER_MS = 400

/** One text per filter, whatever the order of its fields. */
function keyOf(filter: FilterValues): string {
  const given = Object.entries(wholeFilter(filter)).filter(([, value]) => value)
  return JSON.stringify(given.toSorted(([a], [b]) => a.localeCompare(b)))
}

const NOTHING = keyOf({})

type RailProps = {
  Rail: ListFace<{ id: string }>['Rail']
  filter: FilterValues
  setFilter: (filter: FilterValues, replace?: boolean) => void
}

/** The filter beside the list: what is chosen applies by itself, and what the address says stands in the fields. */
export function FilterRail({ Rail, filter, setFilter }: RailProps) {
  const { t } = useTranslation()
  const [values, setValues] = useState(filter)
  const { run, cancel } = useSettledAct(APPLY_AFTER_MS)
  /** What was chosen here and waits to be applied: to the filter as it is by then. */
  const waiting = useRef<FilterValues>({})
  const latest = useRef(filter)
  latest.current = filter
  /** What the fields stand for: what was last applied, or came from elsewhere. */
  const known = useRef<string>(undefined)
  useEffect(() => {
    // What comes back from here is no news: somebody may have typed on meanwhile.
    // The same filter anew is none either, as when the list beside it is drawn again.
    const key = keyOf(filter)
    if (known.current === key) return
    known.current = key
    if (key === NOTHING) {
      // Cleared: also of what waits.
      cancel()
      waiting.current = {}
    }
    setValues({ ...filter, ...waiting.current })
  }, [filter, cancel])
  const change = (field: string, value: string | undefined) => {
    waiting.current = { ...waiting.current, [field]: value }
    setValues((now) => ({ ...now, [field]: value }))
    run(() => {
      const next = { ...latest.current, ...waiting.current }
      waiting.current = {}
      known.current = keyOf(next)
      setFilter(next, true)
    })
  }
  return (
    <div className={classes.rail}>
      <Suspense fallback={<FieldsSkeleton label={t('common.loading')} count={6} />}>
        <Rail values={values} onChange={change} />
      </Suspense>
    </div>
  )
}
