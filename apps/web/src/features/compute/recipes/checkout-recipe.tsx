import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useSearchParams } from 'react-router'
import { Panel, Quiet } from '../../../market/detail/panel.tsx'
import { dropRecipe, readRecipe } from './kept-recipe.ts'
import { RecipeChoice } from './recipe-choice.tsx'

/** The recipe that the address of the settlement desk names, so that a link chooses it; else one that was chosen on its page. */
export function useRecipeForOrder() {
  const [params, setParams] = useSearchParams()
  // As it was when the desk opened: an order drops it, and whoever comes back from the cashier still has it here.
  const [kept] = useState(readRecipe)
  return {
    recipe: (params.has('recipe') ? params.get('recipe') : kept) || undefined,
    drop: dropRecipe,
    choose: (next: string | undefined) => {
      dropRecipe()
      setParams(
        (before) => {
          const after = new URLSearchParams(before)
          // Empty: what was kept is not wanted here.
          after.set('recipe', next ?? '')
          return after
        },
        { replace: true },
      )
    },
  }
}

/** What the machine is to be made ready with after its hand-over. */
export function CheckoutRecipe({ recipe, choose }: Pick<ReturnType<typeof useRecipeForOrder>, 'recipe' | 'choose'>) {
  const { t } = useTranslation()
  return (
    <Panel title={t('recipes.title')}>
      <Quiet>{t('recipes.checkoutText')}</Quiet>
      <RecipeChoice recipe={recipe} onChange={choose} />
    </Panel>
  )
}
