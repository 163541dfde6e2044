import { isRecipeKey, OWN_RECIPES_MAX, type OwnRecipe } from '@trove/contract/compute/recipes/recipes'
import { requireThat } from '@trove/contract/errors/codes'
import { type Selectable, sql } from 'kysely'
import type { z } from 'zod'
import { newId } from '../../../platform/base/id.ts'
import type { Db, Tx } from '../../../platform/db/handle.ts'
import { namedLock } from '../../../platform/db/named-lock.ts'
import { inTransaction } from '../../../platform/db/transaction.ts'
import type { ComputeTables, ScriptTable } from '../model/tables.ts'
import type { Secrets } from '../offers/secrets.ts'

type ScriptRow = Selectable<ScriptTable>

/** Own scripts that machines are made ready with. A script never changes, so what was read before is what runs. */
export function createOwnRecipes({ db, secrets }: { db: Db; secrets: Secrets }) {
  const on = (handle: Db | Tx) => handle.withTables<ComputeTables>()
  const find = (id: string, handle: Db | Tx = db) =>
    on(handle).selectFrom('compute_scripts').selectAll().where('id', '=', id).executeTakeFirst()
  const open = (row: ScriptRow) => secrets.open('compute_scripts.script_sealed', row.id, row.script_sealed)

  return {
    async list(userId: string) {
      const rows = on(db).selectFrom('compute_scripts').selectAll().where('user_id', '=', userId)
      return (await rows.orderBy('seq', 'desc').execute()).map(viewOf)
    },
    /** @throws ContractError `compute.own-recipe-limit` */
    async add(userId: string, { name, script }: { name: string; script: string }) {
      const id = newId()
      const script_sealed = await secrets.seal('compute_scripts.script_sealed', id, script.replaceAll('\r\n', '\n'))
      return inTransaction(db, async (tx) => {
        // Two at once take turns, so that they are counted rightly.
        await namedLock(`compute-scripts:${userId}`).execute(tx)
        const counted = on(tx).selectFrom('compute_scripts').select(sql<number>`count(*)::int`.as('count'))
        const { count } = await counted.where('user_id', '=', userId).executeTakeFirstOrThrow()
        requireThat(count < OWN_RECIPES_MAX, 'compute.own-recipe-limit', { most: OWN_RECIPES_MAX })
        const values = { id, user_id: userId, name, script_sealed }
        return viewOf(
          await on(tx).insertInto('compute_scripts').values(values).returningAll().executeTakeFirstOrThrow(),
        )
      })
    },
    /** For whoever has the id. @throws ContractError `compute.recipe-unknown` */
    async get(userId: string, id: string) {
      const row = await find(id)
      requireThat(row, 'compute.recipe-unknown')
      return { ...viewOf(row), script: await open(row), isMine: row.user_id === userId }
    },
    /** @throws ContractError `compute.recipe-unknown` for what is not a script of this person */
    async remove(userId: string, id: string): Promise<void> {
      const gone = on(db).deleteFrom('compute_scripts').where('id', '=', id).where('user_id', '=', userId)
      requireThat((await gone.executeTakeFirst()).numDeletedRows > 0n, 'compute.recipe-unknown')
    },
    /** @throws ContractError `compute.recipe-unknown` */
    async requireKnown(tx: Tx, recipe: string): Promise<void> {
      requireThat(isRecipeKey(recipe) || (await find(recipe, tx)), 'compute.recipe-unknown')
    },
    /** An own script as a run keeps it; undefined when it was removed. */
    async forRun(tx: Tx, recipe: string, runId: string) {
      const row = await find(recipe, tx)
      if (!row) return undefined
      return {
        name: row.name,
        script_sealed: await secrets.seal('compute_recipe_runs.script_sealed', runId, await open(row)),
      }
    },
  }
}

export type OwnRecipes = ReturnType<typeof createOwnRecipes>

function viewOf({ id, name, created_at }: ScriptRow): z.input<typeof OwnRecipe> {
  return { id, name, createdAt: created_at.toISOString() }
}
