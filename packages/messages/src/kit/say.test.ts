import { describe, expect, it } from 'vitest'
import { bundle, fill, say, sayCount } from './say.ts'

describe('texts', () => {
  const tree = {
    greeting: say('你好 {{name}}', 'Hello {{name}}'),
    machines: sayCount('{{count}} 台', '{{count}} machine', '{{count}} machines'),
  }

  it('fall apart into one bundle per language, with a form for one where English has it', () => {
    expect(bundle(tree, 'zh-CN')).toEqual({ greeting: '你好 {{name}}', machines: '{{count}} 台' })
    expect(bundle(tree, 'en')).toEqual({
      greeting: 'Hello {{name}}',
      machines: '{{count}} machines',
      machines_one: '{{count}} machine',
    })
  })

  it('take their parameters and leave out what is not given', () => {
    expect(fill(tree.greeting, 'zh-CN', { name: '林晚' })).toBe('你好 林晚')
    expect(fill(tree.greeting, 'en')).toBe('Hello ')
  })
})
