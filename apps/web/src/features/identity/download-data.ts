import { CallError } from '@trove/contract/client'
import { exportAccount } from '@trove/contract/identity/account'
import { refreshSession } from '../../lib/api.ts'
import { currentLanguage } from '../../lib/language.ts'
import { readSession } from '../../lib/session.ts'

/** Saves the copy of one's data as a file. @throws CallError */
export async function downloadData(): Promise<void> {
  let answer = await ask()
  if (answer.status === 401 && (await refreshSession())) answer = await ask()
  if (!answer.ok) throw new CallError('status', answer.status)
  const name = /filename="([^"]+)"/.exec(answer.headers.get('content-disposition') ?? '')?.[1] ?? 'trove-data.json'
  const address = URL.createObjectURL(await answer.blob())
  const link = document.createElement('a')
  link.href = address
  link.download = name
  link.click()
  // The browser has begun to save it; a moment later the copy in memory is of no use.
  setTimeout(() => URL.revokeObjectURL(address), 10_000)
}

function ask(): Promise<Response> {
  const headers = { authorization: `Bearer ${readSession().accessToken ?? ''}`, 'accept-language': currentLanguage() }
  return fetch(exportAccount.path, { headers })
}
