import { Select } from '@mantine/core'
import { isRecipeKey, RECIPE_KEYS, RECIPE_MINUTES_MAX } from '@trove/contract/compute/recipes/recipes'
import { ActionButton } from '@trove/ui/actions/action-button'
import { PlusIcon } from '@trove/ui/icons/actions'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Quiet } from '../../../market/detail/panel.tsx'
import { OwnRecipeDialog } from './own-recipe-dialog.tsx'
import { useOwnRecipes, useScript } from './queries.ts'
import classes from './recipes.module.css'

const NOTHING = ''

/** The text of what is chosen: to be opened, and open at once where somebody else wrote it. */
function ScriptText({ recipe }: { recipe: string }) {
  const { t } = useTranslation()
  const { data, error } = useScript(recipe)
  if (error) return <p role="alert">{t(isRecipeKey(recipe) ? 'recipes.scriptFailed' : 'recipes.sharedGone')}</p>
  const isForeign = data !== undefined && data.name !== null && !data.isMine
  return (
    <>
      {isForeign && <p className={classes.warning}>{t('recipes.sharedNote')}</p>}
      <details className={classes.script} open={isForeign || undefined}>
        <summary>{t('recipes.showScript')}</summary>
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a long script is scrolled by the keyboard */}
        <pre tabIndex={0}>{data?.script ?? ''}</pre>
      </details>
    </>
  )
}

function useOptions(recipe: string | undefined) {
  const { t } = useTranslation()
  const own = useOwnRecipes().data ?? []
  const isKnown = recipe === undefined || isRecipeKey(recipe) || own.some(({ id }) => id === recipe)
  const { data: shared } = useScript(isKnown ? undefined : recipe)
  return [
    {
      group: t('recipes.ours'),
      items: RECIPE_KEYS.map((key) => ({ value: key as string, label: t(`recipes.names.${key}`) })),
    },
    ...(own.length > 0
      ? [{ group: t('recipes.own'), items: own.map(({ id, name }) => ({ value: id, label: name })) }]
      : []),
    ...(!isKnown
      ? [{ group: t('recipes.shared'), items: [{ value: recipe, label: shared?.name ?? t('recipes.shared') }] }]
      : []),
  ]
}

type RecipeChoiceProps = { recipe: string | undefined; onChange: (recipe: string | undefined) => void }

/** A choice among our recipes, one's own scripts and none, with the text of what is chosen. */
export function RecipeChoice({ recipe, onChange }: RecipeChoiceProps) {
  const { t } = useTranslation()
  const [isWriting, setWriting] = useState(false)
  const options = useOptions(recipe)
  return (
    <>
      <Select
        label={t('recipes.choose')}
        data={[{ value: NOTHING, label: t('recipes.nothing') }, ...options]}
        value={recipe ?? NOTHING}
        onChange={(value) => onChange(value || undefined)}
        allowDeselect={false}
        comboboxProps={{ withinPortal: true }}
      />
      {recipe !== undefined && (
        <>
          {isRecipeKey(recipe) && <Quiet>{t(`recipes.about.${recipe}`)}</Quiet>}
          <Quiet>{t('recipes.limits', { minutes: RECIPE_MINUTES_MAX })}</Quiet>
          <ScriptText key={recipe} recipe={recipe} />
        </>
      )}
      <div>
        <ActionButton
          kind="plain"
          action={{ label: t('recipes.write'), icon: <PlusIcon size={18} />, onClick: () => setWriting(true) }}
        />
      </div>
      {isWriting && (
        <OwnRecipeDialog
          onClose={() => setWriting(false)}
          onSaved={(id) => {
            setWriting(false)
            onChange(id)
          }}
        />
      )}
    </>
  )
}
