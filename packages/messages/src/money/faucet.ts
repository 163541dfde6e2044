import { say } from '../kit/say.ts'

/** The faucet: 1 TTC a day. */
export const faucet = {
  lead: say(
    '每个地址每天可以领取 1 TTC，用来支付存储订单和手续费。',
    'Each address can claim 1 TTC a day to pay for storage orders and fees.',
  ),
  address: say('钱包地址', 'Wallet address'),
  addressHelp: say(
    '任何 Substrate 网络的地址，或 0x 开头的公钥',
    'An address on any Substrate network, or a public key starting with 0x',
  ),
  fromWallet: say('已填入你连接的钱包地址', 'Filled in from your connected wallet'),
  toWallet: say('连接钱包后会自动填入地址', 'Connect a wallet to fill in its address automatically'),
  balance: say('钱包余额', 'Wallet balance'),
  change: say('{{before}} → {{after}} TTC', '{{before}} → {{after}} TTC'),
  onward: say('去我的存储', 'Go to My storage'),
  toPurse: say('我的钱包', 'My wallet'),
  addressEmpty: say('地址不能为空', 'The address cannot be blank'),
  confirm: say('确认领取', 'Claim 1 TTC'),
  waiting: say('已提交，正在等待区块确认，通常十几秒 …', 'Sent and waiting for a block, usually about ten seconds …'),
  received: say('领取成功', 'TTC received'),
  receivedText: say('1 TTC 已到账，明天可以再来。', '1 TTC has arrived. Come back tomorrow for more.'),
  already: say('今天已经领取过了', 'Already claimed today'),
  alreadyText: say(
    '每个地址每天一次，上海时间零点后可以再领。',
    'Each address can claim once a day. You can claim again after midnight in Shanghai.',
  ),
  failed: say('领取失败，请检查地址', 'Claim failed. Check the address'),
  failedText: say(
    '这不是有效的地址。请填写任何 Substrate 网络的地址，或 0x 开头、后接 64 位十六进制的公钥。',
    'This is not a valid address. Enter an address on any Substrate network, or a public key: 0x and 64 hex digits.',
  ),
  emptyText: say(
    '领取账户的 TTC 用完了，与你的地址无关，今天的次数也没有用掉。请告诉管理员，补足后再来领取。',
    'The faucet has run out of TTC. Your address is fine and today’s claim is not used up. Tell the administrator, and come back once it is filled.',
  ),
  empty: say('领取失败，请联系管理员', 'Claim failed. Contact the administrator'),
} as const
