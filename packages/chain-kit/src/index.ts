export {
  assetSettingsShape,
  chainSettingsShape,
  type AssetSettings,
  type ChainSettings,
  type FamilyShapes,
  type ParsedAssetSettings,
  type ParsedChainSettings,
} from './configuration/chainSettings.js';
export type { Ask, RpcFailure, RpcReply, RpcRequest } from './endpoint/ask.js';
export { createEndpoint, type Endpoint, type EndpointLimits } from './endpoint/createEndpoint.js';
export { createRpc, type Rpc, type RpcOptions } from './endpoint/createRpc.js';
export { decodeReplies } from './endpoint/decodeReplies.js';
export { isObject, malformedReply, readList, readObject, readResult } from './endpoint/parse.js';
export { openEndpoints, type EndpointSettings } from './endpoint/openEndpoints.js';
export { redactUrl } from './endpoint/redactUrl.js';
export { sendEverywhere, type SendFailure } from './endpoint/sendEverywhere.js';
export { createFinality, strictestRule, type FinalityTier } from './follow/createFinality.js';
export { createHeadFeed, type HeadFeed, type Heads } from './follow/createHeadFeed.js';
export { createMemory, type Memory } from './follow/createMemory.js';
export { createRefresh, type Refreshed, type RefreshOptions } from './follow/createRefresh.js';
export { createSightings, fingerprint, type Sightings } from './follow/createSightings.js';
export { followHeads } from './follow/followHeads.js';
export { stepBack, stepOn, type Trail } from './follow/trail.js';
