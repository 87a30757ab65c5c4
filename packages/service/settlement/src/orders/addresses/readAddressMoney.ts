import type { Queryable, Statement } from '@portage/database';
import { hashBytes } from '../../kit/hashId.js';

/** Transfer of a payer to a deposit address. */
export interface AddressTransfer {
  readonly txId: string;
  readonly currency: string;
  /** Smallest units. */
  readonly amount: bigint;
  readonly height: number;
}

/** Sweep that brought money of a deposit address into the depository. */
export interface AddressSweep extends AddressTransfer {
  readonly chainId: number;
  readonly state: 'seen' | 'final' | 'reorged';
  /** Outcome of the deposit; undefined until it is final. */
  readonly outcome: string | undefined;
  /** Request that the money is for. */
  readonly requestId: string;
}

/** Money that came to a deposit address: at most 100 transfers and 100 sweeps, newest first. */
export interface AddressMoney {
  readonly transfers: readonly AddressTransfer[];
  readonly sweeps: readonly AddressSweep[];
}

const transfers: Statement = {
  name: 'address_transfers',
  text: `select p.tx_id, p.currency, p.amount, p.height::float8 as height from chain_cursors join address_payments p using (chain_id)
    where p.order_id = $1 order by p.height desc, p.tx_id limit 100`,
};

const sweeps: Statement = {
  name: 'address_sweeps',
  text: `select d.chain_id, d.tx_id, d.currency, d.amount, d.height::float8 as height, d.state, d.outcome, r.id as request_id
    from deposits d join deposit_addresses a using (order_id)
      left join requotes q on q.chain_id = d.chain_id and q.tx_id = d.tx_id and q.ordinal = d.ordinal
      join requests r on r.order_id = coalesce(q.order_id, d.order_id)
    where d.order_id = $1 and d.payer = a.address order by d.height desc, d.tx_id, d.ordinal limit 100`,
};

/** Reads the money that came to the address with this id. */
export async function readAddressMoney(database: Queryable, id: string): Promise<AddressMoney> {
  const values = [hashBytes(id)];
  const [paid, swept] = await Promise.all([
    database.query<{ tx_id: string; currency: string; amount: bigint; height: number }>(
      transfers,
      values,
    ),
    database.query<{
      chain_id: number;
      tx_id: string;
      currency: string;
      amount: bigint;
      height: number;
      state: AddressSweep['state'];
      outcome: string | null;
      request_id: string;
    }>(sweeps, values),
  ]);
  return {
    transfers: paid.map(({ tx_id, ...transfer }) => ({ txId: tx_id, ...transfer })),
    sweeps: swept.map(({ chain_id, tx_id, outcome, request_id, ...sweep }) => ({
      chainId: chain_id,
      txId: tx_id,
      outcome: outcome ?? undefined,
      requestId: request_id,
      ...sweep,
    })),
  };
}
