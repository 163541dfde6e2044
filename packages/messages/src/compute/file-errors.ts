import { say } from '../kit/say.ts'

/** Refusals about the files of a machine on lease. */
export const fileErrors = {
  'compute.machine-silent': say(
    '机器暂时连接不上，请稍后再试',
    'The machine cannot be reached right now. Try again shortly',
  ),
  'compute.files-off': say(
    '这台机器没有开启文件传输（SFTP），请用终端',
    'This machine offers no file transfer (SFTP). Use the terminal',
  ),
  'compute.file-missing': say('机器上没有这个文件或文件夹', 'There is no such file or folder on the machine'),
  'compute.file-denied': say('机器上的账号没有这个权限', 'The account on the machine has no right to do that'),
  'compute.file-exists': say('机器上已有同名的文件或文件夹', 'A file or folder of that name is there already'),
  'compute.file-name': say(
    '这个名称不能使用：不能为空，不能含 / 或换行等字符，最多 255 字节',
    'This name cannot be used. It needs 1 to 255 bytes, without / or line breaks',
  ),
  'compute.file-kind': say('只能传输普通文件', 'Only regular files can be transferred'),
  'compute.file-too-large': say(
    '文件不能超过 {{gigabytes}} GB，更大的请用 scp',
    'A file can be at most {{gigabytes}} GB. Use scp for larger ones',
  ),
  'compute.file-no-room': say('机器的硬盘空间不够', 'The machine’s disk has no room for it'),
  'compute.file-cut': say(
    '文件没有传完，机器上没有留下残缺的文件',
    'The file did not arrive whole. Nothing of it was kept',
  ),
  'compute.file-failed': say(
    '机器拒绝了这个操作，可能是硬盘已满',
    'The machine refused to do that. Its disk may be full',
  ),
  'compute.folder-not-empty': say('文件夹不是空的，请先清空', 'The folder is not empty. Empty it first'),
  'compute.transfer-limit': say(
    '最多同时传输 {{most}} 个文件，请等其中一个结束',
    'At most {{most}} files can be on their way at once. Wait until one is done',
  ),
} as const
