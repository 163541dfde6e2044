import { say } from './say.ts'

/** Text messages to phones. A real provider sends its own approved template; this is what the outbox shows. */
export const sms = {
  signInCode: say(
    '【众享】验证码 {{code}}，{{minutes}} 分钟内有效，用于登录。请勿告诉他人。',
    '[Trove] Your sign-in code is {{code}}, valid for {{minutes}} minutes. Never share it.',
  ),
} as const
