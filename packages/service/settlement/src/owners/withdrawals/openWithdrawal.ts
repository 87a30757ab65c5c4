import type { OrderData } from '@portage/core';
import type { Transaction } from '@portage/database';
import type { SettlementContext } from '../../books/context.js';
import { noEffects } from '../../transactions/effects/settlementEffects.js';
import { writeEffects } from '../../transactions/effects/writeEffects.js';
import { hashBytes } from '../../kit/hashId.js';
import { payoutJob } from '../../kit/jobs/payoutJob.js';
import { ledgerAsset } from '../../books/ledger/accounts.js';
import { withdrawalEntry } from '../../books/ledger/entries/withdrawalEntries.js';
import { lockWithdrawable } from '../../books/ledger/readWithdrawable.js';
import { chooseParts } from './chooseParts.js';
import type { OwnedBalance } from './ownedBalance.js';
import { readUnclaimed } from './readUnclaimed.js';
import { takePart, type TakenPart } from './takePart.js';

/** A withdrawal that its owner has signed. */
export interface NewWithdrawal extends OwnedBalance {
  /** The nonce that was signed: 32 bytes, hexadecimal. */
  readonly id: string;
  /** Smallest units that leave the owner's balance. */
  readonly amount: bigint;
  /** The most that all payments together may take of it for their gas. */
  readonly feeMax: bigint;
  readonly recipient: string;
  /** Unix seconds after which nothing more is signed for it. */
  readonly expiresAt: number;
  /** The owner's word as an order: money that is only paid back. */
  readonly order: OrderData;
}

/** Outcome of an owner's signature. */
export type OpenedWithdrawal =
  | { readonly type: 'opened' | 'known'; readonly id: string }
  /** Another withdrawal of the same balance is under way. */
  | { readonly type: 'inProgress'; readonly id: string }
  /** The balance does not suffice, or the gas would take a whole part of it. */
  | { readonly type: 'insufficient' };

/** Whether payments of the withdrawal `w` are still to be made, or their end is not final. */
export const isOpenText = `(exists (select from jobs j where j.kind = 'refund' and j.order_id = w.id)
    or exists (select from settlements s where s.order_id = w.id and s.settled_at is null))`;

async function findRival(
  tx: Transaction,
  { id, owner, chainId, currency }: NewWithdrawal,
): Promise<OpenedWithdrawal | undefined> {
  const [known] = await tx.query<{ id: string }>('select id from withdrawals where id = $1', [
    hashBytes(id),
  ]);
  if (known !== undefined) return { type: 'known', id };
  const [open] = await tx.query<{ id: string }>(
    `select id from withdrawals w where owner = $1 and chain_id = $2 and currency = $3 and ${isOpenText} limit 1`,
    [owner, chainId, currency],
  );
  return open === undefined ? undefined : { type: 'inProgress', id: open.id };
}

/** Parts with the least that is paid of each; undefined where one would be nothing but gas. */
function withMinimum(
  parts: ReturnType<typeof chooseParts>,
  feeMax: bigint,
): readonly TakenPart[] | undefined {
  if (parts === undefined || parts.length === 0) return undefined;
  const fee = feeMax / BigInt(parts.length);
  return parts.every(({ amount }) => amount > fee)
    ? parts.map((part, index) => ({
        ...part,
        leg: `part ${String(index)}`,
        minimum: part.amount - fee,
      }))
    : undefined;
}

/**
 * Takes an owner's signature in, in one transaction: the balance is set apart, and one payment of
 * each deposit that makes it up is a job. The same signature again changes nothing.
 */
export async function openWithdrawal(
  settlement: SettlementContext,
  withdrawal: NewWithdrawal,
): Promise<OpenedWithdrawal> {
  const { id, chainId, currency, amount, owner, recipient, expiresAt, order } = withdrawal;
  const asset = ledgerAsset(chainId, currency);
  return settlement.transaction(async (tx) => {
    // Other withdrawals of this balance wait here.
    await lockWithdrawable(tx, { owner, asset });
    const rival = await findRival(tx, withdrawal);
    if (rival !== undefined) return rival;
    await tx.query(
      `select 1 from deposits where chain_id = $1 and currency = $2 and state = 'final' and (depositor = $3 or payer = $3) for update`,
      [chainId, currency, owner],
    );
    const balance = await readUnclaimed(tx, withdrawal);
    const parts =
      amount > balance.amount
        ? undefined
        : withMinimum(chooseParts(balance.parts, amount), withdrawal.feeMax);
    if (parts === undefined) return { type: 'insufficient' };
    await tx.query(
      `insert into withdrawals (id, chain_id, currency, amount, owner, recipient, order_data, expires_at)
         values ($1, $2, $3, $4, $5, $6, $7::json, to_timestamp($8))`,
      [
        hashBytes(id),
        chainId,
        currency,
        amount,
        owner,
        recipient,
        JSON.stringify(order),
        expiresAt,
      ],
    );
    for (const part of parts) await takePart(tx, id, part);
    await writeEffects(tx, settlement, {
      ...noEffects,
      entries: [withdrawalEntry({ id, owner, asset, amount })],
      jobs: parts.map((part) =>
        payoutJob({
          kind: 'refund',
          orderId: id,
          leg: part.leg,
          chainId,
          reason: 'N/A',
          deposit: part.deposit,
          amount: part.amount,
        }),
      ),
    });
    return { type: 'opened', id };
  });
}
