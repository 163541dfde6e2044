import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'

/** What keeps the pages of machines in shape on a narrow window: rules that no other test would miss. */

const SOURCES = join(import.meta.dirname, '../../../src')
const UI = '../../../packages/ui/src'
const css = (file: string) => readFileSync(join(SOURCES, file), 'utf8')
/** The last rule of a selector; before it the selector may stand in a list with others. */
const rule = (file: string, selector: string) => css(file).split(`\n${selector} {`).slice(1).at(-1)?.split('}')[0]

it('the button of a certificate stands above the end of its page', () => {
  const sheet = 'features/compute/certificate/certificate.module.css'
  const width = /max-width: (\d+)px/
  const header = rule(sheet, ':global(html:not([data-device="mobile"]) [data-page-header]):has(~ .page)')!
  // The first rule of the sheet.
  expect(width.exec(header)![1]).toBe(width.exec(css(sheet).split('}')[0]!)![1])
})

it('how long a lease still lasts is read in one piece in the cockpit', () => {
  expect(rule('features/compute/cockpit/cockpit.module.css', '.what strong')).toMatch(/white-space: nowrap/)
})

it('ways to fill the form begin at the edge of the page in each line', () => {
  const sheet = 'features/compute/publish/publish-compute.module.css'
  expect(rule(sheet, '.helps')).toMatch(/margin-left: -8px/)
  expect(rule(sheet, '.helps > :first-child')).toBeUndefined()
})

it('ways to fill the form keep the room of two lines only in the language that needs them', () => {
  const sheet = css('features/compute/publish/publish-compute.module.css')
  const rooms = [...sheet.matchAll(/\n *([^\n]*\.helps[^\n]*) {[^}]*min-height: (\d+)px/g)].map(([, of, px]) => [
    of,
    Number(px),
  ])
  const inEnglish = rooms.filter(([of]) => String(of).endsWith(':lang(en)'))
  const inAll = rooms.filter(([of]) => !String(of).endsWith(':lang(en)'))
  expect(inEnglish.map(([, px]) => px)).toEqual([56, 92])
  expect(inAll.map(([, px]) => px)).toEqual([26, 44])
})

it('long words of a row of the account page have the width of a phone, with the button below them', () => {
  const narrow = css('features/identity/account/identity.module.css').split('@media (max-width: 480px) {')[1]
  expect(narrow).toMatch(/\.own {[^}]*flex-wrap: wrap;[^}]*}\s*\.own > \.words {\s*flex: 1 1 auto;\s*max-width: 100%;/)
})

it('the table of machines has its last columns in sight: long headings and words go below in the height of a row', () => {
  const sheet = `${UI}/lists/data-table.module.css`
  expect(rule(sheet, '.sort')).toMatch(/white-space: normal;/)
  const [cell, long] = [rule(sheet, '.table td'), rule(sheet, '.table [data-long]')]
  const px = (of: string | undefined, what: string) => Number(new RegExp(`${what}: (\\d+)px`).exec(of ?? '')?.[1])
  expect(px(long, 'line-height') * 2).toBe(px(cell, 'height'))
  expect(long).toMatch(/white-space: normal;/)
})

it('a machine that earns nothing has a link a finger can hit', () => {
  expect(rule('market/orders/income/income.module.css', '.idle li > a')).toMatch(/min-height: var\(--touch\)/)
})

it('what was measured stands on every card, however narrow: below its figure instead of out of sight', () => {
  const sheet = `${UI}/lists/fact-grid.module.css`
  const [, narrow = ''] = /\n@container \(max-width: 479\.98px\) {\n([\s\S]*?)\n}\n/.exec(css(sheet)) ?? []
  expect(narrow).toMatch(/\.dense \.note {[^}]*flex: 1 0 100%;[^}]*white-space: normal;/)
  for (const block of css(sheet).matchAll(/\.note[^{]*{([^}]*)}/g))
    expect(block[1]).not.toMatch(/clip-path|display: none/)
})

it('machines side by side on a phone have their names in one piece, and the mark of the best beside its figure', () => {
  const sheet = 'market/compare/compare.module.css'
  const onPhone = (part: string) => rule(sheet, `:global(html[data-device="mobile"]) ${part}`)
  expect(onPhone('.head > a')).toMatch(/white-space: nowrap/)
  expect(onPhone('.cell')).toMatch(/flex-wrap: nowrap/)
})
