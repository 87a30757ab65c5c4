export { depositAddress } from './depositAddress.js';
export { hashPlan } from './hashPlan.js';
export { allowanceMessage, permit2, permitMessage, proxyDomain } from './permitMessage.js';
export {
  type Plan,
  type PlanSettlement,
  decodePlan,
  encodePlan,
  noOrder,
  touchedBy,
} from './plan.js';
export { type PlanContracts, planTransaction } from './planCalldata.js';
