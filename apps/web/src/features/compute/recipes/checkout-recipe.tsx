import { useTranslation } from 'react-i18next'
import { useSearchParams } from 'react-router'
import { Panel, Quiet } from '../../../market/detail/panel.tsx'
import { RecipeChoice } from './recipe-choice.tsx'

/** The recipe that the address of the settlement desk names, so that a link chooses it. */
export function useRecipeForOrder() {
  const [params, setParams] = useSearchParams()
  return {
    recipe: params.get('recipe') || undefined,
    choose: (next: string | undefined) =>
      setParams(
        (before) => {
          const after = new URLSearchParams(before)
          if (next) after.set('recipe', next)
          else after.delete('recipe')
          return after
        },
        { replace: true },
      ),
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
