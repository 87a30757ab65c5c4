import { base64 } from '@scure/base';
import { defineLayout, field, type Layout } from './layout.js';

/** Money entered the vault. `depositor` is whom the sender named. */
export interface DepositLogged {
  readonly depositor: string;
  readonly currency: string;
  /** Amount that arrived, in smallest units. */
  readonly amount: bigint;
  readonly id: string;
}

/** A solver paid an order. */
export interface FillLogged {
  readonly order: string;
  readonly solver: string;
  readonly recipient: string;
  readonly currency: string;
  /** Amount that arrived, in smallest units. */
  readonly amount: bigint;
}

/** Money left the vault. */
export interface TransferLogged {
  readonly nonce: string;
  readonly order: string;
  readonly depositor: string;
  readonly recipient: string;
  readonly currency: string;
  /** Amount that left the vault, in smallest units. */
  readonly amount: bigint;
}

/** An event of the depository or the filler. */
export type ProgramEvent =
  | ({ readonly type: 'deposit' } & DepositLogged)
  | ({ readonly type: 'fill' } & FillLogged)
  | ({ readonly type: 'transfer' } & TransferLogged);

const depositLayout: Layout<DepositLogged> = defineLayout('event:DepositEvent', {
  depositor: field.address,
  currency: field.optionalMint,
  amount: field.u64,
  id: field.bytes32,
});
const fillLayout: Layout<FillLogged> = defineLayout('event:FilledEvent', {
  order: field.bytes32,
  solver: field.address,
  recipient: field.address,
  currency: field.optionalMint,
  amount: field.u64,
});
const transferLayout: Layout<TransferLogged> = defineLayout('event:TransferExecutedEvent', {
  nonce: field.bytes32,
  order: field.bytes32,
  depositor: field.address,
  recipient: field.address,
  currency: field.optionalMint,
  amount: field.u64,
});

/**
 * Events of one program in a transaction, and whether the log was cut off, so that some may be
 * missing.
 */
export interface ProgramEvents {
  readonly events: readonly ProgramEvent[];
  readonly truncated: boolean;
}

const dataPrefix = 'Program data: ';
const truncated = 'Log truncated';
const invoked = /^Program ([1-9A-HJ-NP-Za-km-z]{32,44}) invoke \[(\d+)\]$/;

/**
 * The events that a program wrote to a successful transaction's log, in order. What other programs
 * wrote is passed over, whatever it looks like: the log says who runs, and only the runtime can
 * write that.
 *
 * @param logs - `meta.logMessages`
 * @example
 * ```ts
 * readProgramEvents(transaction.meta.logMessages, depository).events;
 * ```
 */
export function readProgramEvents(logs: readonly string[], programId: string): ProgramEvents {
  const running: string[] = [];
  const events: ProgramEvent[] = [];
  for (const line of logs) {
    const call = invoked.exec(line);
    if (call !== null) {
      running.length = Number(call[2]) - 1;
      running.push(call[1] ?? '');
    } else if (running.at(-1) === programId && line.startsWith(dataPrefix)) {
      const event = decodeEvent(line.slice(dataPrefix.length));
      if (event !== undefined) events.push(event);
    } else if (isEnd(line, running.at(-1))) {
      running.pop();
    }
  }
  return { events, truncated: logs.includes(truncated) };
}

function isEnd(line: string, program: string | undefined): boolean {
  return (
    program !== undefined &&
    (line === `Program ${program} success` || line.startsWith(`Program ${program} failed: `))
  );
}

/** The program writes each event as one piece; several pieces, split by spaces, are none. */
function decodeEvent(text: string): ProgramEvent | undefined {
  if (!/^[A-Za-z0-9+/]+={0,2}$/.test(text) || text.length % 4 !== 0) return undefined;
  const bytes = base64.decode(text);
  const deposit = depositLayout.decode(bytes);
  if (deposit !== undefined) return { type: 'deposit', ...deposit };
  const fill = fillLayout.decode(bytes);
  if (fill !== undefined) return { type: 'fill', ...fill };
  const transfer = transferLayout.decode(bytes);
  return transfer === undefined ? undefined : { type: 'transfer', ...transfer };
}
