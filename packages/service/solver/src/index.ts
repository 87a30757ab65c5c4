export { createSolver, type Solver } from './createSolver.js';
export {
  defaultPolicy,
  solverFailpoints,
  type FastFillPolicy,
  type ClaimPolicy,
  type FillPolicy,
  type PaidFill,
  type SolverOptions,
  type SolverPolicy,
  type CollectionPolicy,
  type SubmissionPolicy,
  type TransferPolicy,
} from './context.js';
export type { BurnPolicy } from './burnPolicy.js';
export type { BreakerPolicy } from './breakerPolicy.js';
export {
  createFastFills,
  type FastFillDemand,
  type FastFills,
  type FastFillsOptions,
} from './fastFills/createFastFills.js';
export { createClaims, type ClaimsOptions, type OwnerClaims } from './claims/createClaims.js';
export { createPaths } from './transfers/createPaths.js';
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
