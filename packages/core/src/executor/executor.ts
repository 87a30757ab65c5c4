import type { Codec } from '../chain/codec.js';
import type { Step, StepItem } from '../schemas/steps.js';
import type { Effect } from './effects.js';
import { checkAborted } from './sleep.js';

/** Signal and callback that a task works with. */
export interface TaskContext {
  readonly signal: AbortSignal;
  /**
   * Tells the runner that the wallet replaced a transaction by another one with the same content.
   */
  onReplaced(txId: string): void;
  /**
   * Tells the runner whether what the wallet sent was found to be what was verified. A difference
   * is no such answer but an error, `TRANSACTION_ALTERED`.
   */
  readonly onCompared?: ((comparison: Comparison) => void) | undefined;
  /**
   * Milliseconds since 1970 by the clock of the service, for what a wallet signs until a time.
   * Without it the clock of this machine counts.
   */
  readonly now?: (() => number) | undefined;
}

/**
 * Result of reading a sent transaction back: `same` as what was verified, or `unclear`, where it
 * could not be compared.
 */
export type Comparison = 'same' | 'unclear';

/** Result of a task: a transaction that was sent, or a signature that the runner posts. */
export type Submission =
  | {
      readonly type: 'transaction';
      readonly chainId: number;
      readonly txId: string;
      /** Whether it was read back and compared with what was verified; absent before. */
      readonly comparison?: Comparison | undefined;
    }
  | { readonly type: 'signature'; readonly signature: string };

/** One thing that a wallet can do for an item. */
export interface Task {
  /** Effects of the very bytes that would be signed. No network call. */
  effects(): readonly Effect[];
  /**
   * Whether the chain is already as the item would leave it (an allowance that is there), so that
   * the wallet need not be asked.
   */
  isDone?(context: TaskContext): Promise<boolean>;
  /** Asks the wallet. @throws PortageError `WALLET_REJECTED`, `WALLET_ERROR`, `WRONG_CHAIN` */
  submit(context: TaskContext): Promise<Submission>;
  /**
   * Waits until a transaction is part of its chain, and compares it with what was verified.
   *
   * @throws PortageError `TRANSACTION_REVERTED`, `TRANSACTION_CANCELLED`, `TRANSACTION_ALTERED`
   */
  confirm?(submission: Submission, context: TaskContext): Promise<void>;
  /**
   * Whether any endpoint knows a transaction, in a block or waiting for one. Asked where the time
   * of a request is over and the service has seen no payment; it throws where none can tell.
   */
  isKnown?(submission: Submission, context: TaskContext): Promise<boolean>;
}

/** An item with the step that it stands in. */
export interface ClaimedItem {
  readonly item: StepItem;
  readonly step: Step;
}

/** Performs items for one account of one VM. */
export interface Executor {
  readonly vm: string;
  /**
   * How addresses of this VM are written; verification needs it for every VM that an order names.
   */
  readonly codec?: Codec;
  /** The account that acts. */
  address(): Promise<string>;
  /** A task for an item that this executor can perform, or undefined. */
  claim(item: StepItem, step: Step): Task | undefined;
  /** One task for several items at once, where the wallet can (EIP-5792), or undefined. */
  claimAll?(items: readonly ClaimedItem[]): Promise<Task | undefined>;
  /**
   * Signs 32 bytes that are no transaction, in the way that the service's chain checks; hex. Absent
   * where the wallet cannot.
   *
   * @param chainId - chain that is paid on, for wallets that are one for each chain
   * @throws PortageError `WALLET_REJECTED`, `WALLET_ERROR`
   */
  signDigest?(digest: Uint8Array, signal?: AbortSignal, chainId?: number): Promise<string>;
}

/** Executor in terms of the data of its items. */
export interface ExecutorDefinition<Data> {
  readonly vm: string;
  /**
   * How addresses of this VM are written; verification needs it for every VM that an order names.
   */
  readonly codec?: Codec;
  /** Data of an item that this executor performs; undefined leaves it to another executor. */
  readonly read: (data: unknown) => Data | undefined;
  readonly address: () => Promise<string>;
  readonly effects: (data: Data, step: Step) => readonly Effect[];
  readonly isDone?: (data: Data, context: TaskContext) => Promise<boolean>;
  readonly submit: (data: Data, context: TaskContext, step: Step) => Promise<Submission>;
  readonly confirm?: (submission: Submission, context: TaskContext, data: Data) => Promise<void>;
  readonly isKnown?: (submission: Submission, context: TaskContext) => Promise<boolean>;
  readonly claimAll?: (items: readonly ClaimedItem[]) => Promise<Task | undefined>;
  readonly signDigest?: (
    digest: Uint8Array,
    signal: AbortSignal,
    chainId?: number,
  ) => Promise<string>;
}

/**
 * Makes an executor that reads the data of its items by itself and hides it from the runner, so a
 * list of executors of different VMs needs no generics and no casts.
 *
 * @example
 * ```ts
 * const executor = defineExecutor({
 *   vm: 'evm',
 *   read: (data) => evmTransactionDataSchema.safeParse(data).data,
 *   address: wallet.address,
 *   effects,
 *   submit: async (data) => {
 *     const txId = await wallet.send(data);
 *     return { type: 'transaction', chainId: data.chainId, txId };
 *   },
 * });
 * ```
 */
export function defineExecutor<Data>(definition: ExecutorDefinition<Data>): Executor {
  const { codec, confirm, claimAll, isDone, isKnown, signDigest } = definition;
  return {
    vm: definition.vm,
    ...(codec === undefined ? {} : { codec }),
    address: () => definition.address(),
    claim: (item, step) => {
      const data = definition.read(item.data);
      if (data === undefined) return undefined;
      return {
        effects: () => definition.effects(data, step),
        ...(isDone === undefined
          ? {}
          : { isDone: (context: TaskContext) => isDone(data, context) }),
        // After an abort the wallet must not ask its user any more.
        submit: async (context) => {
          checkAborted(context.signal);
          return definition.submit(data, context, step);
        },
        ...(confirm === undefined
          ? {}
          : {
              confirm: (submission: Submission, context: TaskContext) =>
                confirm(submission, context, data),
            }),
        ...(isKnown === undefined ? {} : { isKnown }),
      };
    },
    ...(claimAll === undefined
      ? {}
      : { claimAll: (items: readonly ClaimedItem[]) => claimAll(items) }),
    ...(signDigest === undefined
      ? {}
      : {
          signDigest: async (
            digest: Uint8Array,
            signal: AbortSignal = new AbortController().signal,
            chainId?: number,
          ) => {
            checkAborted(signal);
            return signDigest(digest, signal, chainId);
          },
        }),
  };
}
