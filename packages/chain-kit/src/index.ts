export {
  assetSettingsShape,
  chainSettingsShape,
  type AssetSettings,
  type ChainSettings,
  type FamilyShapes,
  type ParsedAssetSettings,
  type ParsedChainSettings,
} from './configuration/chainSettings.js';
export {
  operatorKeyNames,
  readOperatorKeys,
  type OperatorKeys,
} from './configuration/readOperatorKeys.js';
export {
  readChainSettings,
  type FamilySettings,
  type SettingsOptions,
} from './configuration/readChainSettings.js';
export { refuseUnsafe } from './configuration/refuseUnsafe.js';
export { watchedAddress } from './configuration/watchedAddress.js';
export type { Ask, RpcFailure, RpcReply, RpcRequest } from './endpoint/ask.js';
export { askTwoInTurn, type Turn } from './endpoint/askTwoInTurn.js';
export type { AskInTurn, TurnOptions } from './endpoint/createAskInTurn.js';
export { createEndpoint, type Endpoint } from './endpoint/createEndpoint.js';
export {
  createHttp,
  httpFault,
  type EndpointLimits,
  type Http,
  type HttpAnswer,
  type HttpRequest,
} from './endpoint/createHttp.js';
export { urlOf } from './endpoint/endpointAddress.js';
export { createRpc, type Rpc, type RpcOptions } from './endpoint/createRpc.js';
export { decodeReplies } from './endpoint/decodeReplies.js';
export { isObject, malformedReply, readList, readObject, readResult } from './endpoint/parse.js';
export type { EndpointCheck } from './endpoint/createCheckedEndpoint.js';
export type { EndpointSettings } from './endpoint/openEndpoints.js';
export {
  connectChain,
  type ChainConnection,
  type ConnectOptions,
  type ConnectSettings,
} from './open/connectChain.js';
export { openWhole } from './open/openWhole.js';
export { createRedaction } from './endpoint/createRedaction.js';
export { redactUrl } from './endpoint/redactUrl.js';
export { sendEverywhere, type SendFailure } from './endpoint/sendEverywhere.js';
export { median } from './quorum/median.js';
export {
  createQuorum,
  type Dissent,
  type HeightQuestion,
  type OpenQuestion,
  type Quorum,
  type QuorumOptions,
  type QuorumQuestion,
} from './quorum/createQuorum.js';
export { readAgreed, type AgreedQuestion } from './quorum/readAgreed.js';
export type { QuorumValue } from './quorum/tally.js';
export { checkBlockTime, checkBlockTimes, type BlockClock } from './follow/blockTime.js';
export { findAncestor, type AncestorQuestion, type HashReader } from './follow/findAncestor.js';
export {
  createFinalHeight,
  type FinalHeight,
  type FinalHeightOptions,
} from './follow/createFinalHeight.js';
export { createFinality, strictestRule, type FinalityTier } from './follow/createFinality.js';
export { createHeadFeed, type HeadFeed, type Heads } from './follow/createHeadFeed.js';
export { createKnownBalances, type KnownBalances } from './follow/createKnownBalances.js';
export { printMemory, type FollowedMemory } from './follow/followedMemory.js';
export { followShared, type FollowSharedOptions } from './follow/followShared.js';
export { isOutranked } from './follow/isOutranked.js';
export { createLocalChain, type LocalChain } from './follow/createLocalChain.js';
export { createRefresh, type RefreshOptions, type RefreshPart } from './follow/createRefresh.js';
export { readOnHeads, type ReadOnHeadsOptions } from './follow/readOnHeads.js';
export {
  createObservedEvents,
  eventDigest,
  type ObservedEvents,
} from './follow/createObservedEvents.js';
export { createTips, type BlockPlace, type Tips, type TipsOptions } from './follow/createTips.js';
export { followHeads } from './follow/followHeads.js';
