import { z } from 'zod'
import { route } from '../../kit/route.ts'
import { Id, Moment, Nothing, personText } from '../../kit/shapes.ts'

/** What a machine is made ready with after its hand-over: recipes of ours, a person's own scripts, and their runs. */

/** Recipes of ours. Their scripts stand in `scripts.ts`, their names in the texts. */
export const RECIPE_KEYS = ['docker', 'jupyter', 'pytorch', 'ci-runner', 'game-server', 'dev-tools'] as const
export type RecipeKey = (typeof RECIPE_KEYS)[number]
export const isRecipeKey = (text: string): text is RecipeKey => RECIPE_KEYS.some((key) => key === text)

/** What a run may take: minutes, bytes of its log, and bytes of a single file that it writes. */
export const RECIPE_MINUTES_MAX = 30
export const RECIPE_LOG_BYTES_MAX = 1_048_576
/** Longest own script, in characters. */
export const OWN_RECIPE_LENGTH_MAX = 16_000
/** Own scripts of one person. */
export const OWN_RECIPES_MAX = 20
/** Bytes of a log that one call returns at most. */
export const RECIPE_LOG_PIECE_BYTES = 65_536

/** A recipe of ours by its key, or an own script by its id. */
export const RecipeChoice = z.union([z.enum(RECIPE_KEYS), Id])

/**
 * `waiting`: not begun. `running`: begun, not over. `unknown`: the machine does not say whether it began or is over; it is
 * never begun a second time by itself.
 */
export const RECIPE_STATES = ['waiting', 'running', 'done', 'failed', 'unknown'] as const

/**
 * Why a run failed. `exit`: the script said so. `missing`: the machine lacks what it needs. `time`, `output`, `disk`: it was
 * ended at a limit. `interrupted`: the machine ended it, as by a restart. `gone`: its files are not there any more.
 * `removed`: the script was removed before it began. `lease-over`: the lease was over first.
 */
export const RECIPE_FAILURES = [
  'exit',
  'missing',
  'time',
  'output',
  'disk',
  'interrupted',
  'gone',
  'removed',
  'lease-over',
] as const

export const RecipeRun = z.object({
  id: Id,
  recipe: RecipeChoice,
  /** What its owner called an own script. */
  name: z.string().nullable(),
  state: z.enum(RECIPE_STATES),
  failure: z.enum(RECIPE_FAILURES).nullable(),
  exitCode: z.number().int().nullable(),
  /** The machine's own word for what it lacks. */
  missing: z.string().nullable(),
  /** What the script says that it installed. */
  installed: z.array(z.string()),
  createdAt: Moment,
  startedAt: Moment.nullable(),
  endedAt: Moment.nullable(),
})

const runsPath = '/api/computing/lease/recipes/{id}'

export const listRecipeRuns = route({
  id: 'compute.list-recipe-runs',
  method: 'GET',
  path: runsPath,
  summary: 'What a leased machine of one’s own was made ready with, newest first, by the id of its order',
  auth: 'user',
  params: z.object({ id: Id }),
  ok: z.array(RecipeRun),
  errors: ['orders.not-found'],
})

export const runRecipe = route({
  id: 'compute.run-recipe',
  method: 'POST',
  path: runsPath,
  summary: 'Run a recipe on a leased machine of one’s own, once the former is over; it begins soon after',
  auth: 'user',
  params: z.object({ id: Id }),
  body: z.strictObject({ recipe: RecipeChoice }),
  ok: RecipeRun,
  errors: [
    'orders.not-found',
    'compute.lease-over',
    'compute.not-provisioned',
    'compute.recipe-unknown',
    'compute.recipe-running',
  ],
})

export const RecipeLog = z.object({
  text: z.string(),
  /** Where the next piece begins, in bytes. */
  next: z.number().int(),
  /** Bytes of the log so far. */
  total: z.number().int(),
})

export const readRecipeLog = route({
  id: 'compute.read-recipe-log',
  method: 'GET',
  path: '/api/computing/lease/recipe-log/{id}',
  summary: 'A piece of the log of a run, from a byte on, read from the machine now; nothing of it is kept here',
  auth: 'user',
  params: z.object({ id: Id }),
  query: z.object({ from: z.coerce.number().int().min(0).max(RECIPE_LOG_BYTES_MAX).default(0) }),
  ok: RecipeLog,
  errors: [
    'compute.recipe-run-unknown',
    'compute.lease-over',
    'compute.not-provisioned',
    'compute.access-denied',
    'compute.recipe-log-silent',
  ],
})

export const OwnRecipe = z.object({ id: Id, name: z.string(), createdAt: Moment })

const OWN = '/api/computing/recipes'

export const listOwnRecipes = route({
  id: 'compute.list-own-recipes',
  method: 'GET',
  path: OWN,
  summary: 'One’s own scripts, newest first, without their text',
  auth: 'user',
  ok: z.array(OwnRecipe),
})

export const addOwnRecipe = route({
  id: 'compute.add-own-recipe',
  method: 'POST',
  path: OWN,
  summary: `Save a script of one’s own, at most ${OWN_RECIPES_MAX}; whoever has its id can read it and use it`,
  auth: 'user',
  body: z.strictObject({
    name: personText(1, 40),
    script: z
      .string()
      .max(OWN_RECIPE_LENGTH_MAX)
      .regex(/\S/)
      .refine((text) => !text.includes('\0')),
  }),
  ok: OwnRecipe,
  errors: ['compute.own-recipe-limit'],
})

export const getOwnRecipe = route({
  id: 'compute.get-own-recipe',
  method: 'GET',
  path: `${OWN}/{id}`,
  summary: 'A script with its text, by the id its owner shares',
  auth: 'user',
  params: z.object({ id: Id }),
  ok: OwnRecipe.extend({ script: z.string(), isMine: z.boolean() }),
  errors: ['compute.recipe-unknown'],
})

export const removeOwnRecipe = route({
  id: 'compute.remove-own-recipe',
  method: 'DELETE',
  path: `${OWN}/{id}`,
  summary: 'Remove a script of one’s own; runs that have begun go on',
  auth: 'user',
  params: z.object({ id: Id }),
  ok: Nothing,
  errors: ['compute.recipe-unknown'],
})

export const recipeRoutes = [
  listRecipeRuns,
  runRecipe,
  readRecipeLog,
  listOwnRecipes,
  addOwnRecipe,
  getOwnRecipe,
  removeOwnRecipe,
] as const
