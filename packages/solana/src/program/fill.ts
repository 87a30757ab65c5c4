import { hexToBytes } from '@portage/core';
import { encodeAddress, nativeCurrency } from '../transaction/address.js';
import type { AccountMeta, Instruction } from '../transaction/instruction.js';
import { associatedTokenAddress } from './associatedToken.js';
import { defineLayout, field, type Layout } from './layout.js';
import { programAddress } from './programAddress.js';
import { programs } from './programs.js';

/** A payment of an order. */
export interface Fill {
  readonly filler: string;
  /** Pays and signs; bears the marker's rent (48 bytes of data). */
  readonly solver: string;
  readonly recipient: string;
  /** A mint, or the system program's address for SOL. */
  readonly currency: string;
  /** Of a token: the program that owns the mint. */
  readonly tokenProgram?: string;
  /** In the smallest unit. */
  readonly amount: bigint;
  /** The order's id: 32 bytes, hexadecimal, not zero. */
  readonly order: string;
  /**
   * Unix seconds; later the program refuses. Seven days after it the marker's rent can be taken
   * back.
   */
  readonly deadline: bigint;
}

interface FillData {
  readonly amount: bigint;
  readonly order: string;
  readonly deadline: bigint;
}

const fields = { amount: field.u64, order: field.bytes32, deadline: field.i64 } as const;
const native: Layout<FillData> = defineLayout('global:fill_native', fields);
const token: Layout<FillData> = defineLayout('global:fill_token', fields);

/**
 * The account whose being there says that a solver paid an order.
 *
 * @example
 * ```ts
 * fillMarkerAddress({ filler, solver, order });
 * ```
 */
export function fillMarkerAddress({
  filler,
  solver,
  order,
}: Pick<Fill, 'filler' | 'solver' | 'order'>): string {
  return programAddress(
    [new TextEncoder().encode('filled'), encodeAddress(solver), hexToBytes(order)],
    filler,
  ).address;
}

/**
 * The instruction that pays an order, at most once for each solver. A token needs the recipient's
 * associated account to be there: `createAssociatedToken` before it.
 *
 * @example
 * ```ts
 * fill({
 *   filler,
 *   solver,
 *   recipient,
 *   currency: mint,
 *   tokenProgram: programs.token,
 *   amount: 990_000n,
 *   order: orderId,
 *   deadline,
 * });
 * ```
 */
export function fill(payment: Fill): Instruction {
  const { currency: mint, tokenProgram = programs.token, amount, order, deadline } = payment;
  const isNative = mint === nativeCurrency;
  const solver: AccountMeta = { pubkey: payment.solver, isSigner: true, isWritable: true };
  const recipient: AccountMeta = {
    pubkey: payment.recipient,
    isSigner: false,
    isWritable: isNative,
  };
  const marker: AccountMeta = writable(fillMarkerAddress(payment));
  const system: AccountMeta = readOnly(programs.system);
  const holding = (owner: string): AccountMeta =>
    writable(associatedTokenAddress({ owner, mint, tokenProgram }));
  return {
    programId: payment.filler,
    keys: isNative
      ? [solver, recipient, marker, system]
      : [
          solver,
          recipient,
          readOnly(mint),
          holding(payment.solver),
          holding(payment.recipient),
          marker,
          readOnly(tokenProgram),
          system,
        ],
    data: (isNative ? native : token).encode({ amount, order, deadline }),
  };
}

function readOnly(pubkey: string): AccountMeta {
  return { pubkey, isSigner: false, isWritable: false };
}

function writable(pubkey: string): AccountMeta {
  return { pubkey, isSigner: false, isWritable: true };
}
