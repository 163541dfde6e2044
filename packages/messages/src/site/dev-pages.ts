import { say } from '../kit/say.ts'

/** The page that shows text messages of the embedded world, which go to no phone. */
export const outboxTexts = {
  title: say('短信发件箱', 'Text message outbox'),
  note: say(
    '当前环境不发送真实短信，所有短信都显示在这里，每 5 秒刷新。',
    'This environment sends no real text messages. They all appear here, and the page reloads every 5 seconds.',
  ),
  empty: say('还没有短信', 'No messages yet'),
  mobile: say('手机号', 'Phone'),
  code: say('验证码', 'Code'),
  text: say('内容', 'Text'),
  at: say('时间', 'Time'),
}
