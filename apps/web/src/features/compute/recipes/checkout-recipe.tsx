import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { AddressChoices } from '../../../lib/addresses/use-address-choices.ts'
import { Panel, Quiet } from '../../../market/detail/panel.tsx'
import { dropRecipe, readRecipe } from './kept-recipe.ts'
import { RecipeChoice } from './recipe-choice.tsx'

/** The recipe that the address of the settlement desk names, so that a link chooses it; else one that was chosen on its page. */
export function useRecipeForOrder({ said, write }: AddressChoices) {
  // As it was when the desk opened: an order drops it, and whoever comes back from the cashier still has it here.
  const [kept] = useState(readRecipe)
  return {
    recipe: (said.has('recipe') ? said.get('recipe') : kept) || undefined,
    drop: dropRecipe,
    choose: (next: string | undefined) => {
      dropRecipe()
      // Empty: what was kept is not wanted here.
      write('recipe', next ?? '')
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
