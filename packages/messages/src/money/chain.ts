import type { ChainRefusal } from '@trove/contract/chain/refusals'
import { type Say, say } from '../kit/say.ts'

type PalletOf<Refusal> = Refusal extends `${infer Pallet}.${string}` ? Pallet : never
type ErrorOf<Pallet extends string, Refusal> = Refusal extends `${Pallet}.${infer Name}` ? Name : never
/** By pallet and error, so that a refusal is a path to its text; the chain's other refusals stand beside the pallets. */
type RefusalTexts = {
  [Pallet in PalletOf<ChainRefusal>]: { [Name in ErrorOf<Pallet, ChainRefusal>]: Say }
} & { [Plain in Exclude<ChainRefusal, `${string}.${string}`>]: Say }

/** Why the chain refused a signed call: every refusal in both languages. One without a text does not compile. */
export const chainRefusals = {
  Market: {
    BadCid: say('文件标识（CID）不正确', 'The content identifier (CID) is not valid'),
    BadSize: say(
      '文件为空、超过 32 GiB，或价格无法计算',
      'The file is empty, larger than 32 GiB, or too large to price',
    ),
    BadDuration: say('存储时长须在 1 到 730 天之间', 'The storage time must be between 1 and 730 days'),
    BadReplicas: say('副本数须在 1 到 8 之间', 'The number of copies must be between 1 and 8'),
    PriceMoved: say(
      '价格已超过你签名的上限，请按新价格重试',
      'The price has risen above the limit you signed. Try again at the new price',
    ),
    Paused: say('暂停接受新的存储订单', 'New storage orders are not being accepted at the moment'),
    NoOrder: say('没有这个存储订单', 'This storage order does not exist'),
    NotPending: say(
      '订单已开始服务或已结束，不能取消',
      'The order is already being served or has ended, so it cannot be cancelled',
    ),
    NotYet: say('时间未到，请稍后再试', 'It is too early for this. Try again later'),
    NotMiner: say('这个账户还不是存储节点', 'This account is not a storage node'),
    AlreadyMiner: say('这个账户已经是存储节点', 'This account is already a storage node'),
    BadCapacity: say('存储空间须大于 0 且不超过 1 PiB', 'The space must be more than 0 and at most 1 PiB'),
    CapacityInUse: say('仍有空间、副本或收益未处理', 'This node still has space, copies or earnings to settle'),
    NotOpen: say('这个订单不再需要存储节点', 'This order no longer needs storage nodes'),
    AlreadyIn: say('这个节点已经在存储该订单', 'This node already stores this order'),
    NoSpace: say('节点剩余空间不足', 'This node does not have enough free space'),
    NotYourTurn: say('还没轮到这个节点接单', 'It is not this node’s turn yet'),
    TooLate: say('剩余服务时间太短，不能再接单', 'Too little service time is left to take this order'),
    BadProof: say('存储证明不正确', 'The storage proof is not valid'),
    NoSeed: say('链上还没有随机种子，请稍后再试', 'The chain has no random seed yet. Try again shortly'),
    NotReplica: say('这个账户没有存储该订单', 'This account does not store this order'),
    AlreadyLeaving: say('已经申请退出', 'It has already asked to leave'),
    NotMissed: say('没有错过存储证明', 'No storage proof was missed'),
    NotServed: say('订单不在服务中', 'The order is not being served'),
    NothingDue: say('现在没有可结算的收益', 'There is nothing to settle right now'),
    NothingToWithdraw: say('没有待领取的收益', 'There are no unclaimed earnings'),
    BadParams: say('参数不成立', 'The parameters are inconsistent'),
    BadPrice: say('价格超出允许范围', 'The price is outside the allowed range'),
    TooManyOrders: say('订单编号已用完', 'No order numbers are left'),
    NotOwner: say('这个存储订单属于其他账户', 'This storage order belongs to another account'),
    AlreadyEnding: say('订单已在结束，或剩余时间已不足', 'The order is already ending'),
    TooYoung: say(
      '节点注册时间晚于订单开始招募，不能接这个订单',
      'This node registered after the order began to look for nodes',
    ),
    BondTooLow: say('保证金不足，请先按申报空间补足', 'The bond is too low for the declared space. Top it up first'),
  },
  Rights: {
    AlreadyCommitted: say('已经登记过这份确权', 'This claim is already registered'),
    NotCommitted: say('没有找到对应的确权登记', 'No matching registration was found'),
    BadTitle: say('作品名称为空或太长', 'The title is empty or too long'),
    AnchoredEarlier: say('已有更早的确权登记', 'Somebody registered this earlier'),
    ContestOver: say('异议期已过', 'The dispute period is over'),
  },
  'balance-too-low': say('余额不足', 'Insufficient balance'),
  'below-minimum': say('金额太小，对方账户无法收下', 'The amount is too small for the receiving account'),
  outdated: say('签名已过期，请重新签名', 'The signature has expired. Sign again'),
  'bad-signature': say('签名无效', 'The signature is not valid'),
  unknown: say('链上拒绝了这笔交易', 'The chain rejected this transaction'),
} as const satisfies RefusalTexts
