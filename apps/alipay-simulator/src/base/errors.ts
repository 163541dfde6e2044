const MESSAGES: Record<string, string> = {
  '20000': 'Service Currently Unavailable',
  '20001': 'Insufficient Token Permissions',
  '40001': 'Missing Required Arguments',
  '40002': 'Invalid Arguments',
  '40004': 'Business Failed',
  '40006': 'Insufficient Permissions',
}

/** A refusal in the gateway's own words. `echo` is put into the answer beside the code, as the real gateway does. */
export class GatewayError extends Error {
  readonly code: string
  readonly subCode: string
  readonly subMsg: string
  readonly echo: Record<string, unknown>

  constructor(code: string, subCode: string, subMsg: string, echo: Record<string, unknown> = {}) {
    super(`${subCode}: ${subMsg}`)
    this.code = code
    this.subCode = subCode
    this.subMsg = subMsg
    this.echo = echo
  }

  /** The answer object: code, msg, sub_code, sub_msg and the echoed fields. */
  answer(): Record<string, unknown> {
    return { code: this.code, msg: MESSAGES[this.code], sub_code: this.subCode, sub_msg: this.subMsg, ...this.echo }
  }
}

/** A business refusal (code 40004). */
export function refusal(subCode: string, subMsg: string, echo: Record<string, unknown> = {}): GatewayError {
  return new GatewayError('40004', subCode, subMsg, echo)
}

/** An unusable argument of the call itself (code 40002). */
export function invalidCall(subCode: string, subMsg: string): GatewayError {
  return new GatewayError('40002', subCode, subMsg)
}
