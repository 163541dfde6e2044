import { CallError } from '@trove/contract/client'
import { exportAccount } from '@trove/contract/identity/account'
import { refreshSession } from '../../../lib/calls/api.ts'
import { currentLanguage } from '../../../lib/session/language.ts'
import { readSession } from '../../../lib/session/session.ts'
import { saveFile } from '../../../lib/shown/save-file.ts'

/** Saves the copy of one's data as a file. @throws CallError */
export async function downloadData(): Promise<void> {
  let answer = await ask()
  if (answer.status === 401 && (await refreshSession())) answer = await ask()
  if (!answer.ok) throw new CallError('status', answer.status)
  const name = /filename="([^"]+)"/.exec(answer.headers.get('content-disposition') ?? '')?.[1] ?? 'trove-data.json'
  saveFile(await answer.blob(), name)
}

function ask(): Promise<Response> {
  const headers = { authorization: `Bearer ${readSession().accessToken ?? ''}`, 'accept-language': currentLanguage() }
  return fetch(exportAccount.path, { headers })
}
