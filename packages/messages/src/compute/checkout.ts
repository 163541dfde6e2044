import { say } from '../kit/say.ts'

/** What the checkout of a machine says: no list shows it. */
export const computeCheckout = {
  checkout: {
    perDay: say('每天', 'Per day'),
    perHour: say('每小时', 'Per hour'),
    notice: say(
      '虚拟商品购买后不支持无理由退款或转让。租用可以随时提前结束，退回尚未开始的整天；按小时租的退回整小时。无法提供服务时自动全额退款。',
      'Virtual goods cannot be returned without cause or transferred after purchase. You can end the lease at any time and get back the whole days that have not begun, or whole hours of a lease by the hour. If the service cannot be provided, you get a full refund automatically.',
    ),
    own: say('这是你自己的机器', 'This machine is your own'),
    ownText: say('自己分享的机器不能自己购买。', 'You cannot buy a machine you share.'),
    sshKey: say('使用我的 SSH 公钥登录', 'Log in with my SSH public keys'),
    sshKeyChoose: say(
      '选中的公钥会装入机器；租期内可以更改。',
      'The keys you choose go into the machine. You can change them during the lease.',
    ),
    sshKeyNone: say('没有公钥，将生成一次性随机密码', 'No key. You get a random one-time password'),
    sshKeySetUp: say('设置公钥', 'Add a key'),
  },
} as const
