import { say } from '../kit/say.ts'

/** Refusals of the storage market. */
export const storageErrors = {
  'storage.unavailable': say('存储服务暂时不可用，请稍后再试', 'Storage is not available right now. Try again later'),
  'storage.quota': say(
    '待存储的文件合计已达 {{gigabytes}} GB，请等它们开始服务后再上传',
    'Your files waiting to be stored have reached {{gigabytes}} GB. Upload more once they are stored',
  ),
  'storage.incomplete': say('上传尚未完成，请继续上传', 'The upload is not complete. Continue it'),
  'storage.part-wrong': say(
    '这一部分与校验值不一致，请重新上传',
    'This part does not match its checksum. Upload it again',
  ),
  'storage.part-differs': say(
    '这一部分已上传过不同的内容，请重新开始上传',
    'This part was uploaded before with different content. Start the upload again',
  ),
  'storage.content-differs': say(
    '上传的内容与标识、校验根或大小不符，请重新开始上传',
    'What was uploaded does not match its identifier, root or size. Start the upload again',
  ),
  'storage.in-use': say('这份内容正在使用中', 'This content is in use'),
  'storage.vault-differs': say(
    '保险库已在别处设置好，这里的恢复词无效，请用那里的口令或恢复词打开',
    'The vault was already set up elsewhere. The recovery words shown here are void: open it with the passphrase or words from there',
  ),
  'storage.too-many-shares': say(
    '这个文件的有效分享链接已达 {{count}} 个，请先撤销一些',
    'This file has {{count}} live links already. Revoke some first',
  ),
  'storage.too-many-shares-in-all': say(
    '你所有文件的有效分享链接合计已达 {{count}} 个，请先撤销一些',
    'Your files have {{count}} live links in all. Revoke some first',
  ),
  'storage.share-expired': say('这个分享链接已过期', 'This link has expired'),
  'storage.share-revoked': say('这个分享链接已被撤销', 'This link was revoked'),
} as const
