/** Signs a phone in as any client does, with the code from the outbox. */
export async function signIn(url: string, mobile: string): Promise<{ userId: string; authorization: string }> {
  const sso = `${url}/api/new_gateway/trove-sso-authcenter`
  const authorization = `Basic ${Buffer.from('trove:trove').toString('base64')}`
  await fetch(`${sso}/sms/send/1?mobile=${mobile}`, { headers: { authorization } })
  const [{ code }] = (await (await fetch(`${url}/dev/outbox.json?mobile=${mobile}`)).json()) as [{ code: string }]
  const body = new URLSearchParams({ grant_type: 'mobile', scope: 'server', mobile, smsCode: code, device: 'pc' })
  const answer = await fetch(`${sso}/oauth/token`, { method: 'POST', headers: { authorization }, body })
  const token = (await answer.json()) as { access_token: string; user_id: string }
  if (!token.access_token) throw new Error(`${mobile} was not signed in: ${JSON.stringify(token)}`)
  return { userId: token.user_id, authorization: `Bearer ${token.access_token}` }
}
