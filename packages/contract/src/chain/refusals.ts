/**
 * Why the chain refuses what an account signed, by pallet and error as the runtime names them. Each has a text in both
 * languages (packages/messages), and the chain client knows them by type: an error the runtime gains does not compile
 * until it is listed and worded here.
 */
export const CHAIN_REFUSALS = [
  'Market.BadCid',
  'Market.BadSize',
  'Market.BadDuration',
  'Market.BadReplicas',
  'Market.PriceMoved',
  'Market.Paused',
  'Market.NoOrder',
  'Market.NotPending',
  'Market.NotYet',
  'Market.NotMiner',
  'Market.AlreadyMiner',
  'Market.BadCapacity',
  'Market.CapacityInUse',
  'Market.NotOpen',
  'Market.AlreadyIn',
  'Market.NoSpace',
  'Market.NotYourTurn',
  'Market.TooLate',
  'Market.BadProof',
  'Market.NoSeed',
  'Market.NotReplica',
  'Market.AlreadyLeaving',
  'Market.NotMissed',
  'Market.NotServed',
  'Market.NothingDue',
  'Market.NothingToWithdraw',
  'Market.BadParams',
  'Market.BadPrice',
  'Market.TooManyOrders',
  'Market.NotOwner',
  'Market.AlreadyEnding',
  'Market.TooYoung',
  'Market.BondTooLow',
  'Rights.AlreadyCommitted',
  'Rights.NotCommitted',
  'Rights.BadTitle',
  'Rights.AnchoredEarlier',
  'Rights.ContestOver',
  /** The account cannot pay it and live on. */
  'balance-too-low',
  /** What the receiver would get is below the least an account may hold. */
  'below-minimum',
  /** It was signed for blocks that have passed, or after another transaction of the same account. */
  'outdated',
  'bad-signature',
  /** Anything else; the details are in the caller's log. */
  'unknown',
] as const

export type ChainRefusal = (typeof CHAIN_REFUSALS)[number]
