import type ssh2 from 'ssh2'
import { type MachineLogin, MachineUnreachable } from '../machine/machine.ts'
import {
  parseRecipeLog,
  parseRecipeReport,
  type RecipeLimits,
  recipeLogScript,
  recipeScript,
  removeRecipesScript,
  undoRecipesScript,
} from '../machine/recipes.ts'
import { runScript, scriptLimitMs, type TimedTarget, withConnection } from './ssh-connection.ts'

/** Containers are ended, packages and large folders removed in it. */
const undoLimitMs = 60_000

/** Begins a run that the machine does not know, unless `script` is null, and reports how it stands. */
export async function askRecipe(
  target: TimedTarget,
  login: MachineLogin,
  { number, script }: { number: string; script: string | null },
  limits: RecipeLimits,
) {
  return withConnection(target, login, async ({ client }) => {
    const report = parseRecipeReport(await runScript(client, recipeScript(number, script, limits), scriptLimitMs))
    if (!report) throw new MachineUnreachable('command-failed')
    return report
  })
}

/** A piece of a run's log. */
export async function readRecipeLog(
  target: TimedTarget,
  login: MachineLogin,
  { number, ...piece }: { number: string; from: number; most: number },
) {
  return withConnection(target, login, async ({ client }) =>
    parseRecipeLog(await runScript(client, recipeLogScript(number, piece), scriptLimitMs)),
  )
}

/** Takes containers and packages back that recipes brought into the system. */
export async function undoRecipes(client: ssh2.Client): Promise<void> {
  const undone = await runScript(client, undoRecipesScript, undoLimitMs)
  if (!undone.includes('undone=1')) throw new MachineUnreachable('not-restored')
}

/** Removes the folder of the lease, once nothing of the lease runs any more. */
export async function removeRecipes(client: ssh2.Client): Promise<void> {
  const removed = await runScript(client, removeRecipesScript, undoLimitMs)
  if (!removed.includes('removed=1')) throw new MachineUnreachable('not-restored')
}
