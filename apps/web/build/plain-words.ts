import type { Plugin } from 'vite'

const WORDS = /packages[\\/]messages[\\/]src[\\/]words-(zh|en)\.ts$/

/** Writes each language's words out as plain data, so that a visitor loads one language and no code for choosing. */
export function plainWords(): Plugin {
  return {
    name: 'trove:plain-words',
    apply: 'build',
    async load(id) {
      const language = WORDS.exec(id)?.[1]
      if (!language) return
      const [{ bundle }, { texts }, { errors }, { noticeKinds }] = await Promise.all([
        import('@trove/messages/say'),
        import('@trove/messages/texts'),
        import('@trove/messages/errors'),
        import('@trove/messages/notices'),
      ])
      const code = language === 'en' ? 'en' : 'zh-CN'
      const words = { texts: bundle(texts, code), codes: bundle({ ...errors, ...noticeKinds }, code) }
      return `export default JSON.parse(${JSON.stringify(JSON.stringify(words))})`
    },
  }
}
