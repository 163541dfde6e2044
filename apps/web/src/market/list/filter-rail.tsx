import { FieldsSkeleton } from '@trove/ui/feedback/skeletons'
import { Suspense, useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useOwnWrites } from '../../lib/addresses/use-own-writes.ts'
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
  /** What the address says, and what was applied and does not stand in it yet. */
  const asked = useRef(filter)
  const own = useOwnWrites()
  useEffect(() => {
    const key = keyOf(filter)
    // What comes back from here is left alone: somebody may have typed on meanwhile.
    if (!own.isNews(key)) return
    asked.current = filter
    if (key === NOTHING) {
      // Cleared: also of what waits.
      cancel()
      waiting.current = {}
    }
    setValues({ ...filter, ...waiting.current })
  }, [filter, cancel, own])
  const apply = () => {
    const chosen = waiting.current
    waiting.current = {}
    asked.current = { ...asked.current, ...chosen }
    own.wrote(keyOf(asked.current))
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
