import { say } from '../kit/say.ts'
import { fileErrors } from './file-errors.ts'
import { terminalLimit } from './terminal-limit.ts'

/** Refusals of the compute market. */
export const computeErrors = {
  ...fileErrors,
  'compute.not-found': say('没有找到这台机器', 'This machine was not found'),
  'compute.address-not-allowed': say(
    '这个地址不能使用，请填写公网 IPv4 地址',
    'This address cannot be used. Enter a public IPv4 address',
  ),
  'compute.address-taken': say('这个地址和端口已经发布过', 'A machine at this address and port is already listed'),
  'compute.option-unknown': say('请选择列表中的选项', 'Choose one of the listed options'),
  'compute.not-cleaned': say(
    '这台机器上前一位买家的登录还没有清理。请在“我的共享”里修改这台机器的登录密码，清理完成后再发布，或更换地址和用户名',
    'A former buyer’s login has not been removed from this machine. Change its password under “My shares”; publish it, move it or change its user once it is cleaned',
  ),
  'compute.serving': say('机器正在服务中，暂时不能这样操作', 'The machine is in use, so this cannot be done now'),
  'compute.reserved': say('机器正被买家下单，稍后再试', 'A buyer is paying for this machine. Try again shortly'),
  'compute.already-offline': say('机器已经下架', 'The machine is already off sale'),
  'compute.already-online': say('机器已经上线', 'The machine is already online'),
  'compute.not-sellable': say(
    '机器未通过检测，请重新检测后再上线',
    'The machine did not pass its check. Check it again first',
  ),
  'compute.check-limit': say(
    '检测太频繁，请 {{minutes}} 分钟后再试',
    'Too many checks. Try again in {{minutes}} minutes',
  ),
  'compute.check-running': say('正在检测，请稍候', 'A check is running. Wait a moment'),
  'compute.read-limit': say(
    '读取太频繁，请 {{minutes}} 分钟后再试，也可以直接手动填写',
    'Too many readings. Try again in {{minutes}} minutes, or enter the specs by hand',
  ),
  'compute.read-running': say('上一次读取还没结束，请稍候', 'Your last reading is not over yet. Wait a moment'),
  'compute.read-busy': say(
    '现在读取的人较多，请稍后再试，也可以直接手动填写',
    'Many machines are being read right now. Try again shortly, or enter the specs by hand',
  ),
  'compute.read-key-invalid': say(
    '读不懂这把私钥。请粘贴完整、没有口令的私钥',
    'This private key could not be read. Paste the whole key, one without a passphrase',
  ),
  'compute.read-unreachable': say(
    '连不上这个地址和端口的 SSH。请检查 IP、端口和防火墙',
    'No SSH server answered at this address and port. Check the IP, the port and the firewall',
  ),
  'compute.read-login-refused': say(
    '机器拒绝了登录。请检查用户名、密码或密钥',
    'The machine refused the login. Check the username and the password or key',
  ),
  'compute.read-timed-out': say(
    '机器连上了，但没有在时限内完成读取。它可能太忙，稍后再试',
    'The machine answered, but the reading did not finish in time. It may be busy. Try again later',
  ),
  'compute.read-not-linux': say(
    '已登录，但它不像 Linux 那样回答，读不出配置。请手动填写',
    'We logged in, but the machine does not answer like Linux, so its specs could not be read. Enter them by hand',
  ),
  'compute.access-denied': say('只有买家在服务期内可以查看', 'Only the buyer can see this, and only during the lease'),
  'compute.not-provisioned': say('机器正在准备，请稍候再查看', 'The machine is being prepared. Look again in a moment'),
  'compute.ssh-key-invalid': say(
    '请粘贴有效的 SSH 公钥（ssh-ed25519、ecdsa 或 ssh-rsa）',
    'Paste a valid SSH public key (ssh-ed25519, ecdsa or ssh-rsa)',
  ),
  'compute.ssh-key-private': say(
    '这是私钥，请不要交给任何人；请粘贴公钥（通常在 .pub 文件里）',
    'This is a private key. Never give it to anyone. Paste the public key instead (usually in a .pub file)',
  ),
  'compute.ssh-key-twice': say('这个公钥已经添加过', 'You have already added this key'),
  'compute.ssh-key-limit': say(
    '最多保存 {{most}} 个公钥，请先移除一个',
    'You can save {{most}} keys at most. Remove one first',
  ),
  'compute.ssh-key-unknown': say('选中的公钥已不存在，请重新选择', 'A key you chose is no longer there. Choose again'),
  'compute.relay-off': say(
    '这里没有开通中继，只能发布有公网地址的机器',
    'There is no relay here. Only machines with a public address can be shared',
  ),
  'compute.relay-full': say(
    '中继的地址暂时用完了，请稍后再试',
    'The relay has no free address right now. Try again later',
  ),
  'compute.agent-limit': say(
    '最多添加 {{most}} 台没有公网地址的机器，请先移除一台',
    'You can add {{most}} machines without a public address at most. Remove one first',
  ),
  'compute.agent-unknown': say(
    '没有找到这台机器，它可能已被移除',
    'This machine was not found. It may have been removed',
  ),
  'compute.agent-published': say(
    '这个地址上还有已发布的机器，请先删除它',
    'A machine is still published at this address. Delete it first',
  ),
  'compute.not-by-hour': say('这台机器不按小时出租', 'This machine is not let by the hour'),
  'compute.fault-limit': say(
    '这笔订单的故障报告次数已用完，请在会话里联系卖家',
    'No more faults can be reported for this order. Write to the seller in your conversation',
  ),
  'compute.fault-not-now': say(
    '租期还没开始，或租金已全部结清，不能再报告故障',
    'The lease has not begun, or nothing of its price is left. No fault can be reported',
  ),
  'compute.fault-open': say('这个订单已有一个处理中的故障', 'A fault of this lease is being dealt with already'),
  'compute.fault-over': say(
    '这一步已经不能做了，请查看最新状态',
    'This step is no longer possible. Check where the case stands now',
  ),
  'compute.silence-short': say(
    '这次离线很短，不会退款，不用提出异议',
    'This gap is too short to be refunded, so there is nothing to contest',
  ),
  'compute.silence-settled': say(
    '这次离线已经处理完：退回的租金不能再收回',
    'This downtime is settled already. A refund that was made stays made',
  ),
  'compute.silence-contested': say('这次离线已经提出过异议', 'This downtime was contested before'),
  'compute.fault-own': say('你是当事人，不能裁决', 'You are one of the two, so you cannot rule'),
  'compute.fault-changed': say(
    '剩余租金刚刚变了，请查看后再裁决',
    'What is left of the price has just changed. Look at it again',
  ),
  'compute.fault-ruling-waits': say('已有一个裁决在等待确认', 'A proposed ruling is already waiting to be confirmed'),
  'compute.fault-ruling-gone': say(
    '这个裁决提议已失效，请查看最新情况',
    'This proposed ruling no longer stands. See where the case stands now',
  ),
  'compute.fault-second-person': say('需要另一位运营人员确认', 'Another person of the staff has to confirm'),
  'compute.lease-over': say('租期已结束', 'This lease is over'),
  'compute.stop-changed': say(
    '可退金额刚刚变了，请查看新的金额再确认',
    'What you would get back has just changed. Look at the new amount and confirm again',
  ),
  'compute.recipe-unknown': say(
    '没有这个配置脚本，可能已被移除',
    'There is no such setup script. It may have been removed',
  ),
  'compute.recipe-run-unknown': say('没有找到这次运行', 'This run was not found'),
  'compute.recipe-running': say('上一个配置还没有结束，请稍候', 'The last setup is not over yet. Wait until it is'),
  'compute.recipe-log-silent': say(
    '机器现在没有给出日志，请稍后再试',
    'The machine did not return the log just now. Try again shortly',
  ),
  'compute.own-recipe-limit': say(
    '最多保存 {{most}} 个脚本，请先移除一个',
    'You can save at most {{most}} scripts. Remove one first',
  ),
  'compute.terminal-limit': terminalLimit,
} as const
