import { noEffects, type SettlementEffects } from '../effects/settlementEffects.js';
import type { SettlingContext } from './endedTransaction.js';
import type { OutboxRow } from './readOutbox.js';
import type { Obligation } from '../settlements/obligation.js';
import type { Outflow } from '../settlements/outflowsOf.js';

/** A transaction with what it is for. */
export type OwingRow = Pick<OutboxRow, 'sender'> & {
  readonly obligation: Pick<Obligation, 'orderId' | 'leg' | 'gasReserved'>;
};

/** How an obligation ended. */
export interface Closing {
  /** Amounts that it took of the sender's inventory, beside gas. */
  readonly taken: readonly Outflow[];
  /** It is done, or given up for good; otherwise it is to be done again. */
  readonly settled: boolean;
}

/**
 * End of an obligation, whatever became of it: neither its gas nor what it takes is reserved any
 * more. Pure.
 */
export function closed(
  { chain }: SettlingContext,
  { sender, obligation: { orderId, leg, gasReserved } }: OwingRow,
  { taken, settled }: Closing,
): SettlementEffects {
  const held = [{ currency: chain.native, amount: gasReserved }, ...taken];
  return {
    ...noEffects,
    inventory: held.map(({ currency, amount }) => ({
      chainId: chain.id,
      sender,
      currency,
      balance: 0n,
      reserved: -amount,
    })),
    settlements: [{ orderId, leg, settled, gasReserved: 0n }],
  };
}
