import { say, sayCount } from '../kit/say.ts'

/** Proof by real code: public repositories that a person shows to write to. */
export const codeProofs = {
  title: say('用真实代码证明（选填）', 'Proof by real code (optional)'),
  lead: say(
    '添加你能写入的公开 Git 仓库。审核人员能看到，认证后也会显示在你的主页。',
    'Add public git repositories you can write to. Reviewers see them, and once you are certified so does everybody on your profile.',
  ),
  address: say('仓库地址', 'Repository address'),
  addressHelp: say('例如 https://github.com/name/project', 'For example https://github.com/name/project'),
  add: say('添加仓库', 'Add repository'),
  waiting: say('待验证', 'Not proven yet'),
  steps: say(
    '在该仓库的本地副本中运行下面的命令，推送一个指定名称的分支，然后点击“检查”。',
    'In a clone of that repository, run this command to push a branch of the given name. Then press Check.',
  ),
  copy: say('复制命令', 'Copy command'),
  copied: say('已复制', 'Copied'),
  check: say('检查', 'Check'),
  checked: say('已验证，可以删除该分支', 'Proven. You can delete the branch now'),
  remove: say('移除仓库', 'Remove repository'),
  removeText: say(
    '移除 {{repository}}？它将不再显示，再次添加需要重新验证。',
    'Remove {{repository}}? It is no longer shown, and adding it again needs a new proof.',
  ),
  commits: sayCount('{{shown}} 次提交', '{{shown}} commit', '{{shown}} commits'),
  more: say('{{commits}} 以上', 'more than {{commits}}'),
  authors: sayCount('{{shown}} 位作者', '{{shown}} author', '{{shown}} authors'),
  span: say('{{from}} 至 {{to}}', '{{from}} to {{to}}'),
  on: say('{{when}} 验证有写入权限', 'Write access proven on {{when}}'),
  source: say(
    '提交数、作者与日期来自仓库自身的记录。',
    'Commits, authors and dates are what the repository itself says.',
  ),
  ofExpert: say('代码仓库', 'Code repositories'),
} as const
