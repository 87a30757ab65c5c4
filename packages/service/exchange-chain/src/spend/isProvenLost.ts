import type { Quorum } from '@portage/chain-kit';
import { isFailure } from '@portage/exchange/api';
import type { TransactionReader } from '../endpoint/createTransactionReader.js';
import { readHistory } from '../observe/readHistory.js';
import type { StoredTransaction } from './storedTransaction.js';

/** Hosts that are asked, and how much each is worth. */
export interface ProofOptions {
  readonly quorum: Quorum;
  readonly reader: TransactionReader;
}

/** A payment that hosts call failed, by its hash. */
export interface FailedTransaction extends StoredTransaction {
  readonly txId: string;
  /** Block that it is said to be in. */
  readonly height: number | undefined;
}

/**
 * Whether a payment that is called failed, with its nonce used, may be made again with another
 * nonce: that would pay twice where it was executed. So a quorum must show the failure in the
 * history of the account as well, which comes from another place than the transaction by its hash.
 */
export async function isProvenLost(
  { quorum, reader }: ProofOptions,
  { txId, height, accountIndex }: FailedTransaction,
  signal: AbortSignal | undefined,
): Promise<boolean> {
  if (height === undefined) return false;
  const [isShown] = await quorum.read(
    {
      subject: 'failure',
      items: 1,
      ask: async ({ ask }, stop) => {
        const rows = await readHistory({ ask, reader }, { accountIndex, first: height }, stop);
        const shown = rows.find(({ hash }) => hash === txId);
        return [shown !== undefined && isFailure(shown.status)];
      },
    },
    signal,
  );
  return isShown === true;
}
