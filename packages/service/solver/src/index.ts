export { createSolver, type Solver } from './createSolver.js';
export {
  defaultPolicy,
  solverFailpoints,
  type SolverOptions,
  type SolverPolicy,
} from './context.js';
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
