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
  /** Changes these fields and leaves the others as they are by then. */
  change: (values: FilterValues, replace?: boolean) => void
}

/** The filter beside the list: what is chosen applies by itself, and what the address says stands in the fields. */
export function FilterRail({ Rail, filter, change }: RailProps) {
  const { t } = useTranslation()
  const [values, setValues] = useState(filter)
  const { run, cancel } = useSettledAct(APPLY_AFTER_MS)
  /** What was chosen here and waits to be applied: to the filter as it is by then. */
  const waiting = useRef<FilterValues>({})
  /** What was applied and does not stand in the address yet: a slow machine draws it only after more was chosen. */
  const applied = useRef<{ key: string; values: FilterValues }[]>([])
  const latest = useRef(filter)
  latest.current = filter
  const seen = useRef<string>(undefined)
  useEffect(() => {
    const key = keyOf(filter)
    // The same filter anew is no news, as when the list beside it is drawn again.
    if (seen.current === key) return
    seen.current = key
    // What comes back from here is none either: somebody may have typed on meanwhile.
    const own = applied.current.findIndex((one) => one.key === key)
    applied.current = own < 0 ? [] : applied.current.slice(own + 1)
    if (own >= 0) return
    if (key === NOTHING) {
      // Cleared: also of what waits.
      cancel()
      waiting.current = {}
    }
    setValues({ ...filter, ...waiting.current })
  }, [filter, cancel])
  const apply = () => {
    const { key: keyBefore, values: before } = applied.current.at(-1) ?? { key: seen.current, values: latest.current }
    const chosen = waiting.current
    const next = { ...before, ...chosen }
    const key = keyOf(next)
    waiting.current = {}
    if (key !== keyBefore) applied.current.push({ key, values: next })
    change(chosen, true)
  }
  const choose = (field: string, value: string | undefined) => {
    waiting.current = { ...waiting.current, [field]: value }
    setValues((now) => ({ ...now, [field]: value }))
    run(apply)
  }
  return (
    <div className={classes.rail}>
      <Suspense fallback={<FieldsSkeleton label={t('common.loading')} count={6} />}>
        <Rail values={values} onChange={choose} />
      </Suspense>
    </div>
  )
}
