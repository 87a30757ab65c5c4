export { depositAddress } from './depositAddress.js';
export { hashPlan } from './hashPlan.js';
export {
  allowanceDigest,
  allowanceMessage,
  permit2,
  permitDigest,
  permitMessage,
  proxyDomain,
  type Permit,
} from './permits.js';
export {
  type Plan,
  type PlanSettlement,
  decodePlan,
  encodePlan,
  noOrder,
  touchedBy,
} from './plan.js';
export { type PlanContracts, planTransaction } from './planCalldata.js';
export { referenceSelector } from './referenceSelector.js';
export { releaseDigest, type Release, type Withdrawal } from './withdrawal.js';
