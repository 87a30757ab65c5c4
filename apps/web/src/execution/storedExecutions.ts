import { hasEnded, type Progress, type Quote, type QuoteBody } from '@portage/sdk';
import { isRecord } from '../storage/isRecord.js';
import { readStored, writeStored } from '../storage/stored.js';

/** An execution as the page stores it: everything that is needed to go on after a reload. */
export interface StoredExecution {
  readonly quote: Quote;
  readonly request: QuoteBody;
  readonly progress: Progress | undefined;
  /** Milliseconds since 1970. */
  readonly startedAt: number;
  /** Milliseconds since 1970; absent before the end. */
  readonly endedAt?: number;
}

/** Key of the execution in the store. */
export const executionKey = 'execution';

/** The execution that was under way when the page was left. */
export function readExecution(): StoredExecution | undefined {
  const stored = readStored(executionKey);
  if (!isRecord(stored) || !isRecord(stored['quote']) || !isRecord(stored['request']))
    return undefined;
  // What this page itself wrote; a quote is verified again before anything is signed for it.
  return stored as unknown as StoredExecution;
}

/** Stores an execution. @throws Error where the browser stores nothing: nothing is signed then */
export function writeExecution(execution: StoredExecution): void {
  if (!writeStored(executionKey, execution))
    throw new Error('This browser does not let the page remember a swap, so none is started.');
}

/** Newest state of an execution among all pages of the browser. */
export function newestOf(execution: StoredExecution): StoredExecution {
  const stored = readExecution();
  return stored?.quote.requestId === execution.quote.requestId ? stored : execution;
}

/** Forgets the execution. */
export function forgetExecution(): void {
  writeStored(executionKey, undefined);
}

/** Whether there is something to wait for. */
export function isOpen({ progress }: StoredExecution): boolean {
  return progress === undefined || !hasEnded(progress);
}

/** Whether the money has arrived or come back: nothing is executed any more. */
export function isDone({ progress }: StoredExecution): boolean {
  return progress?.state === 'success' || progress?.state === 'refunded';
}
