import type { DepositEvent } from '@portage/core/chain';
import type { Statement, Transaction } from '@portage/database';
import { paidByText } from '../../../orders/addresses/addressPayments.js';
import { mainLeg, type DepositId } from '../../../kit/depositId.js';
import { toDepositEvent, type DepositEventRow } from '../readOpenDeposits.js';
import {
  depositAddressColumns,
  toDepositAddress,
  type DepositAddressRow,
  type StoredDepositAddress,
} from '../../../orders/addresses/depositAddress.js';

/** A deposit that came through an open address, and what became of it so far. */
export interface OpenDeposit {
  readonly address: StoredDepositAddress;
  readonly deposit: DepositEvent;
  /** The order that was made for it before a reorg took it back for a while. */
  readonly requoted:
    | {
        readonly orderId: string;
        readonly isPaid: boolean;
        readonly isFilled: boolean;
        readonly destinationChainId: number;
      }
    | undefined;
  /** The address's own request still waits for its money. */
  readonly isMainOpen: boolean;
  /** Transfers of its payers, oldest first; empty where none was found. */
  readonly paidBy: readonly string[];
}

interface Row extends DepositAddressRow, DepositEventRow {
  made_order_id: string | null;
  made_destination: number | null;
  is_paid: boolean;
  is_filled: boolean;
  is_main_open: boolean;
  paid_by: string[];
}

const readStatement: Statement = {
  name: 'requote_read',
  text: `
select ${depositAddressColumns}, d.tx_id, d.ordinal, d.height, d.block_hash, d.depositor as deposit_depositor, d.payer, d.currency as deposit_currency, d.amount,
    q.order_id as made_order_id, m.destination_chain_id as made_destination,
    exists (select 1 from settlements s where s.order_id = q.order_id and s.leg = '${mainLeg}') as is_paid,
    exists (select 1 from fills f where f.order_id = q.order_id and f.matched and f.state = 'seen') as is_filled,
    w.status = 'waiting' and not exists (select 1 from settlements s where s.order_id = a.order_id and s.leg = '${mainLeg}')
      and not exists (select 1 from deposits o where o.order_id = a.order_id and o.state = 'final' and o.leg = '${mainLeg}') as is_main_open,
    ${paidByText} as paid_by
  from deposits d join deposit_addresses a using (order_id) join requests r using (order_id) join request_states w using (order_id)
    left join requotes q on q.chain_id = d.chain_id and q.tx_id = d.tx_id and q.ordinal = d.ordinal
    left join requests m on m.order_id = q.order_id
  where d.chain_id = $1 and d.tx_id = $2 and d.ordinal = $3 and d.state = 'final' and d.outcome = 'requote'
  for update of d, w`,
};

/**
 * Reads a deposit that is to be quoted and keeps it as it is until the transaction ends; undefined
 * where it was taken back or is decided.
 */
export async function readRequote(
  tx: Transaction,
  { chainId, txId, ordinal }: DepositId,
): Promise<OpenDeposit | undefined> {
  const [row] = await tx.query<Row & { deposit_depositor: string; deposit_currency: string }>(
    readStatement,
    [chainId, txId, ordinal],
  );
  if (row === undefined) return undefined;
  const { made_order_id: made, made_destination: destination } = row;
  return {
    address: toDepositAddress(row),
    deposit: toDepositEvent({
      ...row,
      depositor: row.deposit_depositor,
      currency: row.deposit_currency,
    }),
    requoted:
      made === null || destination === null
        ? undefined
        : {
            orderId: made,
            isPaid: row.is_paid,
            isFilled: row.is_filled,
            destinationChainId: destination,
          },
    isMainOpen: row.is_main_open,
    paidBy: row.paid_by,
  };
}
