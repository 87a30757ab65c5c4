import type { DepositEvent, EventPlace, FillEvent, ReleaseEvent } from '@portage/core/chain';
import { solanaCodec } from '@portage/solana/codec';
import { programs as known } from '@portage/solana/program';
import type { TokenProgramOf } from '../rpc/tokenPrograms.js';
import { defineLayout, field, type Layout } from '@portage/solana/program';
import { executeTransferLayout } from '@portage/solana/program';

/** Programs of ours on one chain. */
export interface Programs {
  /** Chain that plain transfers are told apart by. */
  readonly chainId: number;
  readonly depository: string;
  readonly filler: string;
  /** Token programs of the listed tokens, none of which keeps a part of a transfer. */
  readonly tokenProgramOf?: TokenProgramOf | undefined;
}

/** A call of a program, by an instruction of the transaction or by another program. */
export interface Invocation {
  readonly programId: string;
  readonly keys: readonly string[];
  readonly data: Uint8Array;
}

/** Money that a call moved, before its position on the chain is known. */
export interface MoneyMovement {
  readonly programId: string;
  readonly event:
    | Omit<DepositEvent, keyof EventPlace>
    | Omit<FillEvent, keyof EventPlace>
    | Omit<ReleaseEvent, keyof EventPlace>;
  /** Nothing of the amount can have stayed on the way. */
  readonly isExact: boolean;
}

const deposits: Layout<{ readonly amount: bigint; readonly id: string }>[] = [
  'native',
  'token',
].map((kind) => defineLayout(`global:deposit_${kind}`, { amount: field.u64, id: field.bytes32 }));
const fills: Layout<{
  readonly amount: bigint;
  readonly order: string;
  readonly deadline: bigint;
}>[] = ['native', 'token'].map((kind) =>
  defineLayout(`global:fill_${kind}`, {
    amount: field.u64,
    order: field.bytes32,
    deadline: field.i64,
  }),
);

/**
 * Reads a call of one of our programs; undefined for other calls and other programs. Accounts were
 * checked by the program.
 */
export function readInvocation(
  { programId, keys, data }: Invocation,
  programs: Programs,
): MoneyMovement | undefined {
  if (programId === programs.depository)
    return readDeposit({ programId, keys, data }, programs) ?? readRelease(programId, data, keys);
  return programId === programs.filler ? readFill({ programId, keys, data }, programs) : undefined;
}

function readDeposit(
  { programId, keys, data }: Invocation,
  programs: Programs,
): MoneyMovement | undefined {
  const [native, token] = deposits.map((layout) => layout.decode(data));
  const values = native ?? token;
  const [, payer, depositor, , mint, , , tokenProgram] = keys;
  if (values === undefined || payer === undefined || depositor === undefined || mint === undefined)
    return undefined;
  const currency = native === undefined ? mint : solanaCodec.nativeCurrency;
  return {
    programId,
    event: {
      type: 'deposit',
      orderId: values.id,
      depositor,
      payer,
      currency,
      amount: values.amount,
    },
    isExact: native !== undefined || arrivesWhole({ mint, tokenProgram }, programs),
  };
}

function readRelease(
  programId: string,
  data: Uint8Array,
  keys: readonly string[],
): MoneyMovement | undefined {
  const request = executeTransferLayout.decode(data);
  if (request === undefined || keys.length === 0) return undefined;
  const { order: orderId, depositor, token: currency, amount, recipient, nonce } = request;
  return {
    programId,
    event: { type: 'release', orderId, depositor, currency, amount, recipient, nonce },
    isExact: true,
  };
}

function readFill(
  { programId, keys, data }: Invocation,
  programs: Programs,
): MoneyMovement | undefined {
  const [native, token] = fills.map((layout) => layout.decode(data));
  const values = native ?? token;
  const [solver, recipient, mint, , , , tokenProgram] = keys;
  if (values === undefined || solver === undefined || recipient === undefined || mint === undefined)
    return undefined;
  const currency = native === undefined ? mint : solanaCodec.nativeCurrency;
  return {
    programId,
    event: {
      type: 'fill',
      orderId: values.order,
      solver,
      recipient,
      currency,
      amount: values.amount,
    },
    isExact: native !== undefined || arrivesWhole({ mint, tokenProgram }, programs),
  };
}

/** Whether all that is transferred arrives: as it does of plain tokens, and of listed ones. */
function arrivesWhole(
  { mint, tokenProgram }: { readonly mint: string; readonly tokenProgram: string | undefined },
  { tokenProgramOf }: Programs,
): boolean {
  return tokenProgram === known.token || tokenProgramOf?.(mint) === tokenProgram;
}
