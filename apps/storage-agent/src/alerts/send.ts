const LIMIT_MS = 15_000

/**
 * Sends a text to the address of a chat's robot or of any other program: as JSON, with the text where the robots of DingTalk,
 * WeCom (`text.content`) and Feishu (`content.text`) look for it.
 * @throws Error when it was not taken
 */
export async function sendAlert(url: string, text: string): Promise<void> {
  const answer = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ msgtype: 'text', text: { content: text }, msg_type: 'text', content: { text } }),
    redirect: 'error',
    signal: AbortSignal.timeout(LIMIT_MS),
  })
  await answer.body?.cancel()
  if (!answer.ok) throw new Error(`the address for alerts answered ${answer.status}`)
}
