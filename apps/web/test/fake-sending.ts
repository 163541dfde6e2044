import { act } from '@testing-library/react'
import { vi } from 'vitest'

/** What the browser sends files with, as far as pages use it; the test says how far each is and how it ends. */
export class FakeSending {
  method = ''
  url = ''
  headers = new Headers()
  body: FormData | undefined
  status = 0
  responseText = ''
  isAborted = false
  upload: { onprogress?: (event: { loaded: number; total: number }) => void } = {}
  onload = () => {}
  onabort = () => {}
  onerror = () => {}
  onloadend = () => {}

  open(method: string, url: string) {
    Object.assign(this, { method, url })
  }
  setRequestHeader(name: string, value: string) {
    this.headers.set(name, value)
  }
  getResponseHeader() {
    return 'application/json'
  }
  send(body: FormData) {
    this.body = body
  }
  abort() {
    this.isAborted = true
    this.onabort()
    this.onloadend()
  }

  async reaches(loaded: number, total = loaded) {
    await act(async () => this.upload.onprogress?.({ loaded, total }))
  }
  async ends(answer: Response) {
    this.status = answer.status
    this.responseText = await answer.text()
    await act(async () => {
      this.onload()
      this.onloadend()
    })
  }
  async breaks() {
    await act(async () => {
      this.onerror()
      this.onloadend()
    })
  }
}

/** Puts it in the browser's place. @returns what was sent so far, in its order */
export function fakeSendings(): FakeSending[] {
  const sent: FakeSending[] = []
  const Sending = class extends FakeSending {
    override send(body: FormData) {
      super.send(body)
      sent.push(this)
    }
  }
  vi.stubGlobal('XMLHttpRequest', Sending)
  return sent
}
