export type {
  DepositEffect,
  PaymentEffect,
  ApprovalEffect,
  Settlement,
  SwapEffect,
  PermitEffect,
  UnknownEffect,
  Effect,
} from './effects.js';
export {
  defineExecutor,
  type Comparison,
  type TaskContext,
  type Submission,
  type Task,
  type ClaimedItem,
  type Executor,
  type ExecutorDefinition,
} from './executor.js';
export type { TransportRequest, Transport } from './transport.js';
export { alteredTransaction, type Difference } from './alteredTransaction.js';
export { isDeclined, readThrown, thrownWords } from './readThrown.js';
export { aborted, checkAborted, sleep } from './sleep.js';
export {
  awaitTransaction,
  type AwaitedTransaction,
  type TransactionState,
} from './awaitTransaction.js';
