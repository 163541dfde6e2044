import type { Language } from '@trove/messages/kit/say'
import { storageAgentTexts as texts } from '@trove/messages/storage/storage-agent'
import { BACKUP_LETTERS_MIN, type BackupResult, type Tried } from './care.ts'
import { framePage, wordOf } from './frame.ts'

/** Pages on which a person looks after a node: the connection test, and the backup of its key. */

const langOf = (language: Language) => (language === 'en' ? 'en' : 'zh')

export function renderTried(tried: readonly Tried[], language: Language): string {
  const word = wordOf(language)
  const rows = tried.map(
    ({ isGood, text, params }) =>
      `<li data-good="${isGood}">${isGood ? '✓' : '✗'} <span>${word(text, params)}</span></li>`,
  )
  const lang = langOf(language)
  const body = `<section><h2>${word(texts.care.test)}</h2><ul class="tried">${rows.join('')}</ul>
<p class="ways"><a href="/test?lang=${lang}">${word(texts.care.testAgain)}</a> <a href="/?lang=${lang}">${word(texts.care.back)}</a></p></section>`
  return framePage({ language, path: '/test', body })
}

/** @param nodes how many nodes the agent has @param result what became of a backup that was asked for */
export function renderBackup(nodes: number, result: BackupResult | undefined, language: Language): string {
  const word = wordOf(language)
  const outcome =
    result &&
    ('path' in result
      ? `<p class="good" role="status">${word(texts.care.backedUp, { path: result.path })}</p>`
      : `<p class="alerts" role="alert">${word(texts.care.faults[result.fault], { count: BACKUP_LETTERS_MIN })}</p>`)
  const choices = Array.from(
    { length: nodes },
    (_, i) => `<option value="${i + 1}">${word(texts.node, { number: i + 1 })}</option>`,
  )
  const choose =
    nodes > 1 ? `<p><label>${word(texts.care.which)} <select name="node">${choices.join('')}</select></label></p>` : ''
  const field = (name: string, label: string) =>
    `<p><label>${label}<br><input type="password" name="${name}" required autocomplete="new-password"></label></p>`
  const lang = langOf(language)
  const body = `<section><h2>${word(texts.care.backup)}</h2><p>${word(texts.care.backupText)}</p>${outcome ?? ''}
<form method="post" action="/backup?lang=${lang}">${choose}${field('passphrase', word(texts.care.passphrase, { count: BACKUP_LETTERS_MIN }))}${field('again', word(texts.care.again))}
<p class="ways"><button>${word(texts.care.backup)}</button> <a href="/?lang=${lang}">${word(texts.care.back)}</a></p></form></section>`
  return framePage({ language, path: '/backup', body })
}
