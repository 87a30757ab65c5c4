import { eventually } from '@portage/testing';
import type { NetworkNode } from './startNetworkNode.js';

const everyMs = 50;

/** Service and nodes of a transfer. */
export interface WatchOptions {
  readonly url: string;
  /** Node of the chain that the deposit is paid on. */
  readonly paid: NetworkNode;
  /** Node of the chain that the payout is sent on. */
  readonly filled: NetworkNode;
  /** Second node of that chain. Either of them may have taken a payout. */
  readonly beside?: NetworkNode | undefined;
  readonly signal: AbortSignal;
}

/** Findings about a transfer. */
export interface Watched {
  /** Whether the status said that the payout was sent before a node had taken a transaction. */
  readonly isPhantom: boolean;
  /** Blocks of the destination from the newest at the deposit to that of a transaction. */
  blocksUntil(txId: string): Promise<number | null>;
}

/** Looks at a transfer from its quote to its end. */
export interface TransferWatch {
  begin(requestId: string): void;
  deposited(txId: string): Promise<void>;
  end(): Promise<Watched>;
}

/** Watches the status of a request beside what the node of its destination has taken. */
export function watchTransfer({ url, paid, filled, beside, signal }: WatchOptions): TransferWatch {
  const over = new AbortController();
  const either = AbortSignal.any([over.signal, signal]);
  const taken = (): number => filled.taken() + (beside?.taken() ?? 0);
  let takenBefore = 0;
  let isPhantom = false;
  let watching: Promise<void> = Promise.resolve();
  let depositing: Promise<number | undefined> = Promise.resolve(undefined);

  async function watch(requestId: string): Promise<void> {
    const readStatus = async (): Promise<string | undefined> => {
      const answer = await fetch(`${url}/intents/status/v3?requestId=${requestId}`);
      const { status } = (await answer.json()) as { readonly status?: string };
      if (status === 'submitted' && taken() === takenBefore) isPhantom = true;
      return status;
    };
    await eventually(readStatus, () => either.aborted, { what: 'the end', everyMs });
  }

  /** Newest block of the destination when the deposit is in a block. */
  async function headAtDeposit(txId: string): Promise<number | undefined> {
    await eventually(
      () => heightOf(paid, txId),
      (height) => height !== undefined || either.aborted,
      { what: 'the deposit in a block', everyMs },
    );
    const head = await filled.ask('eth_blockNumber', []);
    return 'result' in head ? Number(head.result) : undefined;
  }

  return {
    begin: (requestId) => {
      takenBefore = taken();
      // A watch that ends in vain says nothing of the transfer.
      watching = watch(requestId).catch(() => undefined);
    },
    deposited: async (txId) => {
      depositing = headAtDeposit(txId);
      await depositing;
    },
    end: async () => {
      const head = await depositing;
      over.abort();
      await watching;
      return {
        isPhantom,
        blocksUntil: async (txId) => {
          const height = await heightOf(filled, txId);
          return height === undefined || head === undefined ? null : height - head;
        },
      };
    },
  };
}

/** Height of the block that holds a transaction; undefined while none does. */
async function heightOf(node: NetworkNode, txId: string): Promise<number | undefined> {
  const receipt = await node.ask('eth_getTransactionReceipt', [txId]);
  if (!('result' in receipt) || receipt.result === null) return undefined;
  return Number((receipt.result as { readonly blockNumber: string }).blockNumber);
}
