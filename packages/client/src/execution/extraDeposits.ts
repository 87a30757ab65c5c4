import type { Client } from '../createClient.js';
import type { Progress } from '../progress/progress.js';
import { findMismatch, type Shape } from '../transport/findMismatch.js';

/** Payments beyond the one that the order took. */
export interface ExtraDeposits {
  /** Transactions of the payer. */
  readonly inTxHashes: readonly string[];
  /** Transactions of the solver that paid them back, as far as they are made. */
  readonly refundTxHashes: readonly string[];
}

interface Listed {
  readonly requests: readonly {
    readonly protocol: {
      readonly settlement: {
        readonly destination: { readonly refunds: readonly { readonly transactionId: string }[] };
      };
    };
  }[];
}

const listed: Shape = {
  requests: [
    { protocol: { settlement: { destination: { refunds: [{ transactionId: 'string' }] } } } },
  ],
};

function isListed(body: unknown): body is Listed {
  return findMismatch(body, listed) === undefined;
}

/**
 * Reads what was paid beyond the order, where the service saw several payments. A service that does
 * not answer leaves the refunds out: the end of the request stands without them.
 */
export async function readExtraDeposits(
  client: Client,
  { requestId, status, txHashes }: Progress,
): Promise<ExtraDeposits | undefined> {
  const inTxHashes = status?.inTxHashes.slice(1) ?? [];
  if (inTxHashes.length === 0) return undefined;
  const body = await client
    .call('requests', { query: { id: requestId } })
    .catch(() => ({ requests: [] }));
  const found = isListed(body) ? body.requests : [];
  const refundTxHashes = found
    .flatMap(({ protocol }) => protocol.settlement.destination.refunds)
    .map(({ transactionId }) => transactionId)
    .filter((id) => !txHashes.includes(id));
  return { inTxHashes, refundTxHashes };
}
