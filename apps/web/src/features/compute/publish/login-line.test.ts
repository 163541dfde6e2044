import { describe, expect, it } from 'vitest'
import { parseLoginLine } from './login-line.ts'

const login = (host: string, port = '22', user?: string) => ({ kind: 'address', host, port, user })
const KEY = '-----BEGIN OPENSSH PRIVATE KEY-----\nb3BlbnNz\n-----END OPENSSH PRIVATE KEY-----'

describe('a login line', () => {
  it.each([
    ['ssh root@8.8.4.4 -p 2222', login('8.8.4.4', '2222', 'root')],
    ['ssh -p 2222 user@8.8.4.4', login('8.8.4.4', '2222', 'user')],
    ['ssh -p2222 -l user 8.8.4.4', login('8.8.4.4', '2222', 'user')],
    ['$ ssh 8.8.4.4', login('8.8.4.4')],
    ['/usr/bin/ssh -4vp 2222 root@8.8.4.4', login('8.8.4.4', '2222', 'root')],
    ['C:\\Windows\\System32\\OpenSSH\\ssh.exe root@8.8.4.4', login('8.8.4.4', '22', 'root')],
    ['ssh -i ~/.ssh/id -o StrictHostKeyChecking=no -o Port=2222 root@8.8.4.4', login('8.8.4.4', '2222', 'root')],
    ['ssh -o "User root" -J jump@9.9.9.9 8.8.4.4 uptime -p 1', login('8.8.4.4', '22', 'root')],
    ['ssh -L 8080:localhost:80 root@8.8.4.4', login('8.8.4.4', '22', 'root')],
    ['ssh \\\n  -p 2222 \\\n  root@8.8.4.4', login('8.8.4.4', '2222', 'root')],
    ["ssh 'root@8.8.4.4' -p '2222'", login('8.8.4.4', '2222', 'root')],
    ['root@8.8.4.4:2222', login('8.8.4.4', '2222', 'root')],
    ['8.8.4.4:2222', login('8.8.4.4', '2222')],
    ['8.8.4.4', login('8.8.4.4')],
    ['8.8.4.4 root', login('8.8.4.4', '22', 'root')],
    ['root 8.8.4.4 2222', login('8.8.4.4', '2222', 'root')],
    ['ssh://root@8.8.4.4:2222/', login('8.8.4.4', '2222', 'root')],
    ['root＠8.8.4.4：2222', login('8.8.4.4', '2222', 'root')],
    ['  \u200broot@8.8.4.4\u00a0\r\n', login('8.8.4.4', '22', 'root')],
    ['Your machine is ready:\nssh root@8.8.4.4 -p 2222\nHave fun', login('8.8.4.4', '2222', 'root')],
    ['Host box\n  HostName 8.8.4.4\n  Port 2222\n  User root\n', login('8.8.4.4', '2222', 'root')],
    ['Host *\n  User nobody\n\nHost box\n\tHostName=8.8.4.4\n\tuser = "root"', login('8.8.4.4', '22', 'root')],
    ['Host box\n HostName 8.8.4.4\nHost other\n HostName 9.9.9.9\n User x', login('8.8.4.4')],
    ['Host 8.8.4.4\n  User root', login('8.8.4.4', '22', 'root')],
    ['HostName 8.8.4.4\nUser root', login('8.8.4.4', '22', 'root')],
  ])('%j is read', (text, expected) => {
    expect(parseLoginLine(text)).toEqual(expected)
  })

  it.each([
    ['ssh root@box.example.com -p 2222', 'box.example.com', '2222'],
    ['Host box\n HostName box.example.com', 'box.example.com', '22'],
    ['ssh box', 'box', '22'],
  ])('%j names a machine that is not looked up', (text, host, port) => {
    expect(parseLoginLine(text)).toMatchObject({ kind: 'name', host, port })
  })

  it.each(['ssh root@[2001:db8::1] -p 22', 'ssh 2001:db8::1', '[::1]:22'])('%j is IPv6', (text) => {
    expect(parseLoginLine(text)).toEqual({ kind: 'ipv6' })
  })

  it.each([KEY, `ssh root@8.8.4.4\n${KEY}`, 'PuTTY-User-Key-File-3: ssh-ed25519'])(
    'a private key is known as one, whatever stands beside it',
    (text) => {
      expect(parseLoginLine(text)).toEqual({ kind: 'key' })
    },
  )
})

describe('a hostile or broken line', () => {
  it.each([
    '',
    '   \n\t',
    'hello',
    'ssh',
    'ssh -p',
    'ssh -p 2222',
    'ssh root@',
    'ssh -oProxyCommand=reboot',
    'ssh root@8.8.4.4 -p 0',
    'ssh root@8.8.4.4 -p 70000',
    'ssh root@8.8.4.4 -p 22;reboot',
    'ssh root@8.8.4.4 -p 0x16',
    'ssh root@8.8.4.4:22:33@x',
    'ssh $(reboot)@8.8.4.4',
    'ssh `reboot`@8.8.4.4',
    'ssh ro;ot@8.8.4.4',
    `ssh ${'a'.repeat(33)}@8.8.4.4`,
    'ssh root@8.8.4.256',
    'ssh root@010.0.0.1',
    'ssh root@0x7f.0.0.1',
    'ssh root@2130706433',
    'ssh root@8.8.4',
    'ssh root@-oProxyCommand=x',
    'ssh root@$(curl evil)',
    'ssh root@a..b',
    '<img src=x onerror=alert(1)>@8.8.4.4',
    'Host *\n  HostName 8.8.4.4',
    'Host box\n  HostName %h\n',
    'Match exec "reboot"\n  HostName 8.8.4.4',
    'x'.repeat(8_001),
  ])('%j is none', (text) => {
    expect(parseLoginLine(text)).toEqual({ kind: 'none' })
  })

  it.each([
    'root:hunter2@8.8.4.4:2222',
    'ssh://root:hunter2@8.8.4.4',
    'sshpass -p hunter2 ssh root@8.8.4.4',
    '8.8.4.4 root hunter2',
    'root 8.8.4.4 hunter2',
  ])('the password of %j is left out', (text) => {
    const found = parseLoginLine(text)
    expect(found).toMatchObject({ kind: 'address', host: '8.8.4.4', user: 'root' })
    expect(JSON.stringify(found)).not.toContain('hunter2')
  })

  it('ends, however long it is and whatever repeats in it', () => {
    for (const part of ['"', "'a", 'ssh -', 'a.', '1.', '@', 'Host ', '\n', 'a@b:', '[', '\\\n', ' -o '])
      expect(parseLoginLine(part.repeat(Math.floor(8_000 / part.length)))).toBeDefined()
  })
})
