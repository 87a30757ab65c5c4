export { createChains, findAsset, type Chains } from './chains.js';
export { describeChain, nativeFirst } from './describeChain.js';
export { wireCurrency, type ChainAsset } from './chainAsset.js';
export type { Balances } from './balances.js';
export type { Chain } from './chain.js';
export type { Codec } from './codec.js';
export type { FillOperation, Gas, GasOperation } from './gas.js';
export type { Owners, SignedDigest } from './owners.js';
export type { RecipientPayment, Recipients, RecipientState } from './recipients.js';
export type {
  Cursor,
  EventPlace,
  DepositEvent,
  FillEvent,
  ReleaseEvent,
  SwapEvent,
  ChainEvent,
  ChainAdvance,
  ChainRollback,
  ChainUpdate,
} from './observe/events.js';
export type { Depth, Finality } from './observe/finality.js';
export { isFinalAt, valueAtRisk, type ChainProgress } from './observe/isFinalAt.js';
export type { Observe } from './observe/observe.js';
export type {
  AddressCurrency,
  DepositAddresses,
  DepositAddressOwner,
} from './deposit/depositAddresses.js';
export type { Deposits } from './deposit/deposits.js';
export type { DepositStepsInput } from './deposit/depositStepsInput.js';
export type {
  PermitCall,
  PermitInput,
  PermitKind,
  PermitPart,
  Permits,
  PermitTerms,
} from './deposit/permits.js';
export type { GaslessTerms, GaslessPayment, GaslessDeposits } from './deposit/gaslessDeposits.js';
export type {
  CallDeposit,
  CollectionIntent,
  RelayIntent,
  FillIntent,
  FillSwap,
  PaymentIntent,
  RefundIntent,
  TransactionIntent,
} from './spend/intents.js';
export type { AuthorizationFate, PaymentAuthorization } from './spend/authorization.js';
export type { CallRequest, OrderCall, OrderCalls } from './spend/orderCalls.js';
export type { RevertTrace, Simulation } from './spend/simulation.js';
export type { Spend } from './spend/spend.js';
export type {
  BroadcastResult,
  SignedTransaction,
  TransactionOutcome,
} from './spend/transaction.js';
export type { OriginSwap } from './swap/originSwap.js';
export type {
  SwapPool,
  SwapRequest,
  SwapPart,
  SwapQuote,
  SwapTerms,
  SwapCall,
  SwapSource,
  Swaps,
} from './swap/swaps.js';
export type { Vault } from './vault.js';
export type { PriceFeed, PriceReading, PriceSource } from './prices/priceFeed.js';
