import * as contract from '@trove/contract/compute/recipes/recipes'
import { type ServedRoute, serve } from '../../../platform/http/call/serve.ts'
import type { LeaseRecipes } from './lease-recipes.ts'
import type { OwnRecipes } from './scripts.ts'

/** The routes of own scripts, and of what a leased machine is made ready with. */
export function recipeRoutes({
  leaseRecipes,
  ownRecipes,
}: {
  leaseRecipes: LeaseRecipes
  ownRecipes: OwnRecipes
}): ServedRoute[] {
  return [
    serve(contract.listRecipeRuns, ({ params }, { caller }) => leaseRecipes.list(caller.userId, params.id)),
    serve(contract.runRecipe, ({ params, body }, { caller }) =>
      leaseRecipes.run(caller.userId, params.id, body.recipe),
    ),
    serve(contract.readRecipeLog, ({ params, query }, { caller }) =>
      leaseRecipes.readLog(caller.userId, params.id, query.from),
    ),
    serve(contract.listOwnRecipes, (_, { caller }) => ownRecipes.list(caller.userId)),
    serve(contract.addOwnRecipe, ({ body }, { caller }) => ownRecipes.add(caller.userId, body)),
    serve(contract.getOwnRecipe, ({ params }, { caller }) => ownRecipes.get(caller.userId, params.id)),
    serve(contract.removeOwnRecipe, async ({ params }, { caller }) => {
      await ownRecipes.remove(caller.userId, params.id)
      return null
    }),
  ]
}
