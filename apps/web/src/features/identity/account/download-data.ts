import { CallError } from '@trove/contract/client'
import { ContractError } from '@trove/contract/errors/codes'
import { exportAccount } from '@trove/contract/identity/account'
import { refreshSession } from '../../../lib/calls/api.ts'
import { withFactor } from '../../../lib/calls/factor.ts'
import { currentLanguage } from '../../../lib/session/language.ts'
import { readSession } from '../../../lib/session/session.ts'
import { saveFile } from '../../../lib/shown/save-file.ts'

/** Saves the copy of one's data as a file; who has a second factor shows it. @throws CallError, ContractError */
export async function downloadData(): Promise<void> {
  const answer = await withFactor(askSignedIn)
  const name = /filename="([^"]+)"/.exec(answer.headers.get('content-disposition') ?? '')?.[1] ?? 'trove-data.json'
  saveFile(await answer.blob(), name)
}

async function askSignedIn(): Promise<Response> {
  let answer = await ask()
  if (answer.status === 401 && (await refreshSession())) answer = await ask()
  if (answer.ok) return answer
  const { error } = (await answer.json().catch(() => ({}))) as { error?: string }
  throw error === 'factor.needed' ? new ContractError(error) : new CallError('status', answer.status)
}

function ask(): Promise<Response> {
  const headers = { authorization: `Bearer ${readSession().accessToken ?? ''}`, 'accept-language': currentLanguage() }
  return fetch(exportAccount.path, { headers })
}
