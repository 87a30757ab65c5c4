export { atPath, type PathOptions } from '../errors/atPath.js';
export type { Allocator, ReleaseIntent } from './allocator.js';
export type { Opening } from '../chain/chain.js';
export type { Connection, EndpointProfile, EndpointState } from '../chain/connection.js';
export type { BridgeEnd } from '../chain/rebalance/bridgeEnd.js';
export type {
  LaneEnd,
  PathCall,
  PathDelivery,
  PathQuote,
  Rebalance,
  RebalanceLane,
  RebalancePath,
} from '../chain/rebalance/rebalancePath.js';
export { defineCodec, type CodecDefinition } from '../chain/defineCodec.js';
export type { DepositPayer } from '../chain/deposit/depositPayer.js';
export type { DirectDeposits, DirectPayment } from '../chain/deposit/directDeposits.js';
export type { SendInput, SendPayment, Sends, SendSteps } from '../chain/deposit/sends.js';
export type { EndpointUsage } from '../chain/endpointUsage.js';
export type { AllowanceCall, SpendAllowance } from '../chain/spend/allowance.js';
export type {
  CoinCall,
  CoinChange,
  CoinConsolidation,
  CoinControl,
  CoinPlan,
  CoinSplit,
  OwnCoin,
} from '../chain/spend/coinControl.js';
export type { CollectionRelease } from '../chain/spend/intents.js';
export type { CoversCost } from '../chain/spend/spend.js';
export { isUnderpriced } from '../chain/spend/transaction.js';
export type {
  MarkedPayment,
  PaymentMarkerCall,
  PaymentMarkerState,
  PaymentMarkers,
} from '../chain/spend/markers.js';
export type { UnconfirmedDeposit } from '../chain/observe/unconfirmed.js';
export type { Reread, RereadPlace } from '../chain/observe/reread.js';
export type { SendFinder, SendSearch } from '../chain/observe/sendFinder.js';
export {
  createOpeningChain,
  findOutage,
  whenOpen,
  type ChainFacts,
} from '../chain/openingChain.js';
export type { Facade, FacadeCall, FacadeError, FacadeQuestion, FacadeRoute } from './facade.js';
export { definePlugin, type Plugin, type PluginPath, type PluginSwapSource } from './plugin.js';
export type { SharedReading, SharedReadings } from './sharedReadings.js';
export {
  defineVm,
  type ChainEnvironment,
  type ChainOpener,
  type FamilyKeys,
  type Vm,
  type VmDefinition,
} from './vm.js';
export { ageOf } from '../observed.js';
