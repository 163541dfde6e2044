import { say } from '../kit/say.ts'

/** What the market's first pages say of storage, before its own words have come. */
export const storageEntry = {
  lead: say(
    '文件先在你的浏览器里加密再存储，只有你能打开。',
    'Files are encrypted in your browser before they are stored. Only you can open them.',
  ),
  upload: say('上传文件', 'Upload files'),
  needsWallet: say(
    '上传由链上账户付款，需要先连接钱包。',
    'A chain account pays for uploads, so connect a wallet first.',
  ),
  connect: say('去连接钱包', 'Connect a wallet'),
  connectFirst: say('请先连接钱包再上传', 'Connect your wallet before uploading'),
} as const
