export { createSolver, type Solver } from './createSolver.js';
export { solverFailpoints, type PaidFill, type SolverOptions } from './context.js';
export {
  completePolicy,
  defaultPolicy,
  type PolicyChanges,
  type SolverPolicy,
} from './policy/solverPolicy.js';
export type { BurnedGasPolicy } from './policy/burnedGasPolicy.js';
export {
  createFastFills,
  type FastFillDemand,
  type FastFills,
  type FastFillsOptions,
} from './fastFills/createFastFills.js';
export { createClaims, type ClaimsOptions, type OwnerClaims } from './claims/createClaims.js';
export { createPaths } from './rebalances/createPaths.js';
export { areCallsHalted } from './plan/areCallsHalted.js';
export { findBurner, type BurnedBudgets, type CallsAsker } from './plan/findBurner.js';
export {
  createSubmissions,
  type Submissions,
  type SubmissionsOptions,
} from './relays/createSubmissions.js';
export {
  createWithdrawals,
  type OwnerWithdrawals,
  type WithdrawalsOptions,
} from './withdrawals/createWithdrawals.js';
export type { GaslessAcceptance, GaslessSubmission } from './relays/submitGasless.js';
export type { PermitOutcome, PermitSubmission } from './relays/submitPermit.js';
export {
  createRequoteWorker,
  type RequoteWorker,
  type RequoteWorkerOptions,
} from './requotes/createRequoteWorker.js';
export type { QuoteDeposit } from './requotes/decideRequote.js';
export {
  createReindex,
  type Reindex,
  type Reindexed,
  type ReindexOptions,
  type ReindexRequest,
} from './sweeps/createReindex.js';
