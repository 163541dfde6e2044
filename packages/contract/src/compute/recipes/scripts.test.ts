import { spawnSync } from 'node:child_process'
import { expect, it } from 'vitest'
import { RECIPE_KEYS } from './recipes.ts'
import { RECIPE_SCRIPTS } from './scripts.ts'

it.skipIf(process.platform === 'win32')('reads every recipe as a shell script, from its first line to its last', () => {
  for (const key of RECIPE_KEYS) {
    const read = (script: string) => spawnSync('sh', ['-n'], { input: script, encoding: 'utf8' })
    expect({ key, ...read(RECIPE_SCRIPTS[key]) }).toMatchObject({ key, status: 0, stderr: '' })
    expect(read(`${RECIPE_SCRIPTS[key]}\nif`).status).not.toBe(0)
  }
})
