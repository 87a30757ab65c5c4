/** How far a transaction is. */
export type TransactionStatus =
  'pending' | 'queued' | 'committed' | 'executed' | 'failed' | 'rejected';

/** Meaning of the numbers that an exchange writes for statuses, and which statuses are final. */
export interface StatusPolicy {
  /** Statuses in the order of their numbers, from 0 on; two numbers may mean the same. */
  readonly numbers: readonly TransactionStatus[];
  /** Statuses at which money has arrived for good. */
  readonly final: readonly TransactionStatus[];
}

/**
 * Numbers as the published adapter of quotes reads them: what is executed is final.
 *
 * @example
 * ```ts
 * executedPolicy.numbers[3]; // 'executed'
 * ```
 */
export const executedPolicy: StatusPolicy = {
  numbers: ['pending', 'queued', 'committed', 'executed', 'failed', 'rejected'],
  final: ['executed'],
};

/**
 * Whether a transaction did not take place, and will not.
 *
 * @example
 * ```ts
 * isFailure('rejected'); // true
 * ```
 */
export function isFailure(status: TransactionStatus): boolean {
  return status === 'failed' || status === 'rejected';
}
