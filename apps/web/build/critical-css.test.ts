import { expect, test } from 'vitest'
import { criticalCss, unstyledClasses } from './critical-css.ts'

const CSS = '._bar_1a_6 { height: 64px } .mantine-x ._logo_2b_1:hover { color: red } ._other_3c_9 { top: 0 }'
const HTML = '<div class="_bar_1a_6 mantine-y"><span class="_logo_2b_1">众享</span></div>'

test('a page takes the rules of its classes and no others', () => {
  const css = criticalCss(CSS, HTML)
  expect(css).toContain('_bar_1a_6')
  expect(css).not.toContain('_other_3c_9')
})

test('a class of ours that no rule names is told, and one of Mantine’s is not', () => {
  expect(unstyledClasses(CSS, HTML)).toEqual([])
  expect(unstyledClasses(CSS.replace('._bar_1a_6', '._bar_9z_6'), HTML)).toEqual(['_bar_1a_6'])
})
