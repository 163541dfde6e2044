import { useTranslation } from 'react-i18next'
import { useSearchParams } from 'react-router'
import { Panel, Quiet } from '../../../market/detail/panel.tsx'
import { keepRecipe, readRecipe } from './kept-recipe.ts'
import { RecipeChoice } from './recipe-choice.tsx'

/** The recipe that the address of the settlement desk names, so that a link chooses it; else one that was chosen on its page. */
export function useRecipeForOrder() {
  const [params, setParams] = useSearchParams()
  return {
    recipe: (params.has('recipe') ? params.get('recipe') : readRecipe()) || undefined,
    choose: (next: string | undefined) => {
      keepRecipe(null)
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
export function CheckoutRecipe({ recipe, choose }: ReturnType<typeof useRecipeForOrder>) {
  const { t } = useTranslation()
  return (
    <Panel title={t('recipes.title')}>
      <Quiet>{t('recipes.checkoutText')}</Quiet>
      <RecipeChoice recipe={recipe} onChange={choose} />
    </Panel>
  )
}
