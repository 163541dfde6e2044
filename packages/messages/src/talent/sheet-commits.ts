import { say } from '../kit/say.ts'

/** What is known of a commit that a time-sheet links to. */
export const sheetCommits = {
  asked: say('正在核对提交 {{oid}} …', 'Checking commit {{oid}} …'),
  found: say('仓库中有提交 {{oid}}：{{subject}}', 'Commit {{oid}} is in the repository: {{subject}}'),
  by: say('作者 {{author}}，{{when}}', 'By {{author}}, {{when}}'),
  missing: say('公开仓库中找不到提交 {{oid}}', 'The public repository has no commit {{oid}}'),
  refused: say('提交 {{oid}} 的地址无法核对', 'The address of commit {{oid}} cannot be checked'),
  unreachable: say(
    '仓库多次无法访问，提交 {{oid}} 未核对',
    'The repository could not be reached, so commit {{oid}} was not checked',
  ),
} as const
