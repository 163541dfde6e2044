import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'

const WEB = join(import.meta.dirname, '../..')
/** What may stand in the middle: the frame of all pages, landing pages, what stands alone on a page, and a document. */
const MIDDLE = [
  'app/parts/app-frame.module.css',
  'app/shell/shell.desktop.module.css',
  'app/pages/landing/landing.module.css',
  'features/storage/preview/preview.module.css',
  'market/orders/orders.module.css',
]

it('columns of pages stand at the left, under the title, and none in the middle', () => {
  const centred = globSync('{app,features,market}/**/*.module.css', { cwd: WEB }).filter((file) =>
    [...readFileSync(join(WEB, file), 'utf8').matchAll(/\{([^{}]*)\}/g)].some(
      ([, rule = '']) => /max-width:/.test(rule) && /margin: (?:\S+ )?auto;/.test(rule),
    ),
  )
  expect(centred.filter((file) => !MIDDLE.includes(file))).toEqual([])
})

it('forms and other pages of one column are all as wide as the one measure of it', () => {
  const files = ['identity/account/identity', 'certification/certification', 'talent/talent', 'notices/notice-list']
  const others = ['compute/publish/publish-compute', 'code/code', 'faucet/faucet', 'talent/calendar/calendar']
  const without = [...files, ...others].filter(
    (name) => !readFileSync(join(WEB, `features/${name}.module.css`), 'utf8').includes('max-width: var(--column);'),
  )
  expect(without).toEqual([])
})

it('the fields of all forms begin at one edge and are as wide as the one measure of them', () => {
  const css = (file: string) => `\n${readFileSync(join(WEB, file), 'utf8')}`
  const rule = (file: string, selector: string) => css(file).split(`\n${selector} {`)[1]?.split('}')[0] ?? ''
  const fields = [
    ['../../../packages/ui/src/layout/form-section.module.css', '.fields'],
    ['market/publish/publish.module.css', '.submit'],
    ['features/talent/talent.module.css', '.form'],
    ['features/talent/calendar/calendar.module.css', '.adding'],
    ['features/certification/certification.module.css', '.addRepository'],
    ['features/faucet/faucet.module.css', '.panel > *'],
    ['features/storage/styles/storage.module.css', 'form.panel > *'],
    ['features/wallet/styles/wallet.module.css', '.column .panel > *'],
    ['lib/shown/later/page-boxes.module.css', '[data-shape="form"] .boxes > *'],
  ] as const
  for (const [file, selector] of fields) expect(rule(file, selector), file).toContain('max-width: var(--fields);')
  expect(rule('features/identity/account/identity.module.css', '.nameField > :first-child')).toContain(
    'flex: 0 1 var(--fields);',
  )
  const cards = [
    ['market/publish/publish', '.form'],
    ['features/faucet/faucet', '.panel'],
    ['features/identity/account/identity', '.panel'],
  ] as const
  for (const [file, card] of cards)
    expect(rule(`${file}.module.css`, card), file).toContain('padding: var(--card-padding)')
})
