import { say, sayCount } from '../kit/say.ts'

/** What the market found in a work by itself. */
export const codeScan = {
  title: say('自动检查', 'Automatic checks'),
  none: say('新版本正在检查，稍后再看。', 'The newest version is being checked. Look again in a minute.'),
  of: say('版本 {{number}}，{{when}} 检查', 'Version {{number}}, checked {{when}}'),
  files: sayCount('检查了 {{count}} 个文本文件', '{{count}} text file checked', '{{count}} text files checked'),
  partly: say('作品较大，只检查了一部分。', 'The work is large, so only a part was looked at.'),
  notLooked: say(
    '没有运行代码。没有发现不等于没有问题。',
    'No code was run. Finding nothing does not mean that nothing is wrong.',
  ),
  malware: say('恶意软件', 'Malware'),
  malwareStates: {
    clean: say('扫描过，没有发现', 'Scanned, none found'),
    partly: say('扫描了一部分文件，没有发现', 'Part of the files were scanned, none found'),
    'not-scanned': say('没有扫描过', 'Not scanned'),
  },
  malwareFound: say('{{path}}：{{name}}', '{{path}}: {{name}}'),
  secrets: say('密钥', 'Keys and secrets'),
  noSecrets: say('没有发现常见格式的密钥', 'No common kinds of keys found'),
  kinds: {
    'private-key': say('私钥', 'Private key'),
    aws: say('AWS 密钥', 'AWS key'),
    aliyun: say('阿里云密钥', 'Alibaba Cloud key'),
    github: say('GitHub 令牌', 'GitHub token'),
    google: say('Google 密钥', 'Google key'),
    npm: say('npm 令牌', 'npm token'),
    slack: say('Slack 令牌', 'Slack token'),
    stripe: say('Stripe 密钥', 'Stripe key'),
  },
  found: say('{{kind}}：{{count}} 处', '{{kind}}: {{count}}'),
  place: say('{{kind}}：{{path}} 第 {{line}} 行', '{{kind}}: {{path}}, line {{line}}'),
  manifests: say('声明的依赖和许可证', 'Declared dependencies and licences'),
  noManifests: say(
    '没有 package.json、requirements.txt、Cargo.toml 或 go.mod',
    'No package.json, requirements.txt, Cargo.toml or go.mod',
  ),
  licence: say('许可证：{{licence}}', 'Licence: {{licence}}'),
  noLicence: say('没有声明许可证', 'No licence declared'),
  dependencies: sayCount('{{count}} 个依赖', '{{count}} dependency', '{{count}} dependencies'),
  copies: say('与其他作品相同的文件', 'Files that other works have too'),
  noCopies: say('没有与其他作者的作品大量相同的文件', 'No work of another author has many of the same files'),
  likes: say('与其他作品相近的代码', 'Code that resembles other works'),
  noLikes: say('没有与其他作者的作品大量相近的代码', 'Shares little code with works of other authors'),
  like: say(
    '{{percent}}% 的代码与「{{title}}」相近，不计名称和注释',
    '{{percent}}% of the code resembles “{{title}}”, apart from names and comments',
  ),
  copy: say('{{percent}}% 的文件也在「{{title}}」中', '{{percent}}% of the files are also in “{{title}}”'),
} as const
