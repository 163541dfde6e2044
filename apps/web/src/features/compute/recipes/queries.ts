import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import {
  addOwnRecipe,
  getOwnRecipe,
  isRecipeKey,
  listOwnRecipes,
  listRecipeRuns,
  type OwnRecipe,
  type RecipeRun,
  removeOwnRecipe,
  runRecipe,
} from '@trove/contract/compute/recipes/recipes'
import { useTranslation } from 'react-i18next'
import type { z } from 'zod'
import { api } from '../../../lib/calls/api.ts'
import { notify } from '../../../lib/calls/notify.ts'

export type Run = z.output<typeof RecipeRun>
export type Own = z.output<typeof OwnRecipe>

const OWN = ['compute', 'own-recipes']
/** How often runs that have not ended are looked at. */
const RUNS_POLL_MS = 3_000

export const isRunOver = ({ state }: Run): boolean => state === 'done' || state === 'failed'

/** One's own scripts, newest first. */
export function useOwnRecipes() {
  return useQuery({ queryKey: OWN, queryFn: () => api(listOwnRecipes, {}) })
}

/** The text of a recipe, with what is known of an own script. Ours come with the page, in a piece of their own. */
export function useScript(recipe: string | undefined) {
  return useQuery({
    queryKey: ['compute', 'recipe-script', recipe],
    queryFn: async () => {
      if (!isRecipeKey(recipe!)) return api(getOwnRecipe, { params: { id: recipe! } })
      const { RECIPE_SCRIPTS } = await import('@trove/contract/compute/recipes/scripts')
      return { script: RECIPE_SCRIPTS[recipe], isMine: false, name: null }
    },
    enabled: recipe !== undefined,
    // A script never changes.
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  })
}

/** Saves a script of one's own. */
export function useAddOwnRecipe(onDone: (added: Own) => void) {
  const { t } = useTranslation()
  const client = useQueryClient()
  return useMutation({
    mutationFn: (body: { name: string; script: string }) => api(addOwnRecipe, { body }),
    onSuccess: (added) => {
      client.setQueryData<Own[]>(OWN, (now) => now && [added, ...now])
      notify('success', t('recipes.dialog.saved'))
      onDone(added)
    },
    onSettled: () => client.invalidateQueries({ queryKey: OWN }),
  })
}

/** Removes a script of one's own. */
export function useRemoveOwnRecipe() {
  const { t } = useTranslation()
  const client = useQueryClient()
  return useMutation({
    mutationFn: (id: string) => api(removeOwnRecipe, { params: { id } }),
    onSuccess: () => notify('success', t('recipes.scripts.removed')),
    onSettled: () => client.invalidateQueries({ queryKey: OWN }),
  })
}

const runsKey = (orderId: string) => ['compute', 'recipe-runs', orderId]

/** What a leased machine was made ready with; looked at again until all of it has ended. */
export function useRecipeRuns(orderId: string) {
  return useQuery({
    queryKey: runsKey(orderId),
    queryFn: () => api(listRecipeRuns, { params: { id: orderId } }),
    refetchInterval: ({ state }) => (state.data?.every(isRunOver) === false ? RUNS_POLL_MS : false),
  })
}

/** Runs a recipe on a leased machine. */
export function useRunRecipe() {
  const { t } = useTranslation()
  const client = useQueryClient()
  return useMutation({
    mutationFn: ({ orderId, recipe }: { orderId: string; recipe: string }) =>
      api(runRecipe, { params: { id: orderId }, body: { recipe } }),
    onSuccess: (run, { orderId }) => {
      client.setQueryData<Run[]>(runsKey(orderId), (now) => now && [run, ...now])
      notify('success', t('recipes.started'))
    },
    onSettled: (_, __, { orderId }) => client.invalidateQueries({ queryKey: runsKey(orderId) }),
  })
}
