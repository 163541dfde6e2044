import { isRecipeKey, RECIPE_MINUTES_MAX } from '@trove/contract/compute/recipes/recipes'
import { ActionButton } from '@trove/ui/actions/action-button'
import { StatusBadge } from '@trove/ui/feedback/status-badge'
import { FailedIcon, ServingIcon, SuccessIcon, WaitingIcon, WarningIcon } from '@trove/ui/icons/states'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { errorText } from '../../../lib/calls/notify.ts'
import { formatMoment } from '../../../lib/shown/format.ts'
import { Panel, Quiet } from '../../../market/detail/panel.tsx'
import { type Run, useRecipeRuns, useRunRecipe } from './queries.ts'
import { RecipeChoice } from './recipe-choice.tsx'
import classes from './recipes.module.css'
import { RunLog } from './run-log.tsx'

const LOOKS = {
  waiting: { tone: 'sky', icon: WaitingIcon },
  running: { tone: 'sky', icon: ServingIcon },
  done: { tone: 'jade', icon: SuccessIcon },
  failed: { tone: 'coral', icon: FailedIcon },
  unknown: { tone: 'amber', icon: WarningIcon },
} as const

function useRunName(): (run: Run) => string {
  const { t } = useTranslation()
  return ({ recipe, name }) => (isRecipeKey(recipe) ? t(`recipes.names.${recipe}`) : (name ?? t('recipes.removed')))
}

/** What came of a run, in words: a run that failed may have installed something by then. */
function Outcome({ run }: { run: Run }) {
  const { t } = useTranslation()
  const params = { code: run.exitCode ?? '?', missing: run.missing ?? '?', minutes: RECIPE_MINUTES_MAX }
  return (
    <>
      {run.state === 'unknown' && <p className={classes.outcome}>{t('recipes.unknownText')}</p>}
      {run.failure && (
        <p className={classes.outcome}>
          {t(`recipes.failures.${run.failure}`, params)} {run.failure !== 'lease-over' && t('recipes.stillYours')}
        </p>
      )}
      {run.installed.length > 0 && (
        <p className={classes.outcome}>
          {t('recipes.installed')}: {run.installed.join(' · ')}
        </p>
      )}
    </>
  )
}

/** A script that never began has no log. */
const hasLog = ({ state, failure }: Run) => state !== 'waiting' && failure !== 'removed' && failure !== 'gone'

type RunItemProps = { run: Run; onAgain: (() => void) | undefined }

function RunItem({ run, onAgain }: RunItemProps) {
  const { t } = useTranslation()
  const nameOf = useRunName()
  const [isOpen, setOpen] = useState(run.state === 'running')
  return (
    <li className={classes.run}>
      <div className={classes.head}>
        <strong>{nameOf(run)}</strong>
        <span role="status">
          <StatusBadge {...LOOKS[run.state]} label={t(`recipes.states.${run.state}`)} />
        </span>
        <time dateTime={run.createdAt}>{formatMoment(run.createdAt)}</time>
      </div>
      <Outcome run={run} />
      <div className={classes.actions}>
        {hasLog(run) && (
          <ActionButton
            kind="plain"
            action={{ label: t(isOpen ? 'recipes.log.hide' : 'recipes.log.show'), onClick: () => setOpen(!isOpen) }}
          />
        )}
        {onAgain && <ActionButton kind="plain" action={{ label: t('recipes.runAgain'), onClick: onAgain }} />}
      </div>
      {isOpen && hasLog(run) && <RunLog run={run} name={nameOf(run)} />}
    </li>
  )
}

const isUnderWay = ({ state }: Run) => state === 'waiting' || state === 'running'

/** What the machine was made ready with, how it went, and making it ready with something else. */
export function RecipePanel({ orderId }: { orderId: string }) {
  const { t } = useTranslation()
  const { data: runs, error } = useRecipeRuns(orderId)
  const run = useRunRecipe()
  const [recipe, setRecipe] = useState<string>()
  const isBusy = run.isPending || runs?.some(isUnderWay) === true
  return (
    <Panel title={t('recipes.title')}>
      {error && !runs && <p role="alert">{`${t('recipes.failed')} ${errorText(error)}`}</p>}
      {runs?.length === 0 && <Quiet>{t('recipes.none')}</Quiet>}
      {runs && runs.length > 0 && (
        <ul className={classes.runs}>
          {runs.map((each) => (
            <RunItem
              key={each.id}
              run={each}
              onAgain={isBusy || isUnderWay(each) ? undefined : () => run.mutate({ orderId, recipe: each.recipe })}
            />
          ))}
        </ul>
      )}
      {runs && !isBusy && <RecipeChoice recipe={recipe} onChange={setRecipe} />}
      {runs && !isBusy && recipe !== undefined && (
        <div>
          <ActionButton
            action={{
              label: t('recipes.run'),
              onClick: () => run.mutate({ orderId, recipe }, { onSuccess: () => setRecipe(undefined) }),
              isBusy: run.isPending,
            }}
          />
        </div>
      )}
    </Panel>
  )
}
