import { say } from '../kit/say.ts'

/** Conversations: the list, one of them, and the way in from an offer. */
export const conversations = {
  lead: say('和买家、卖家的对话，只有你们两人能看到。', 'Only you and the other person can read these.'),
  empty: say('还没有会话', 'No conversations yet'),
  emptyHint: say('在机器、作品或专家的页面可以联系对方', 'You can ask from the page of a machine, a work or an expert'),
  choose: say('选择一个会话', 'Choose a conversation'),
  nothingYet: say('还没有消息，先打个招呼吧', 'Nothing here yet. Say hello'),
  about: say('关于 {{title}}', 'About {{title}}'),
  gone: say('商品已下架', 'This listing is gone'),
  seller: say('卖家', 'Seller'),
  buyer: say('买家', 'Buyer'),
  placeholder: say('输入消息', 'Write a message'),
  hint: say('Enter 发送，Shift + Enter 换行', 'Enter sends, Shift + Enter starts a new line'),
  send: say('发送', 'Send'),
  attach: say('选择文件', 'Attach a file'),
  removeFile: say('移除文件', 'Remove the file'),
  uploading: say('正在上传 {{name}}', 'Uploading {{name}}'),
  download: say('下载 {{name}}', 'Download {{name}}'),
  file: say('[文件]', '[File]'),
  you: say('你：{{text}}', 'You: {{text}}'),
  read: say('已读', 'Read'),
  erased: say('内容已删除', 'This message was deleted'),
  earlier: say('查看更早的消息', 'Show earlier messages'),
  unread: say('{{amount}} 条未读', '{{amount}} unread'),
  list: say('会话列表', 'Conversations'),
  messages: say('消息记录', 'Messages'),
} as const
