import { setTimeout as delay } from 'node:timers/promises';
import { zeroAddress } from '@portage/core';
import type { GasOperation } from '@portage/core/chain';
import type { Rpc, RpcReply, RpcRequest } from '@portage/chain-kit';

/** Gas of a transfer to an account without code. */
const transferGas = 21_000n;
/** Gas beyond which a recipient's code is not believed, whatever an endpoint says. */
const unitsMax = 1_000_000n;
/** Milliseconds after which a recipient is measured again: code may come, go and change. */
const ageMsMax = 600_000;
const knownMax = 20_000;
/** Recipients that wait to be measured; further ones when they are asked about again. */
const waitingMax = 500;
const batchMax = 50;
/** Milliseconds between two batches: quotes of strangers name any recipients. */
const pauseMs = 250;
const askMsMax = 5_000;

/** Endpoints, account and clock of the measurements. */
export interface RecipientGasOptions {
  readonly rpc: Pick<Rpc, 'askInTurn'>;
  /** Account that pays; undefined where the chain is only watched. */
  readonly solver: string | undefined;
  /** Milliseconds since 1970. */
  readonly clock: () => number;
  readonly signal: AbortSignal;
}

/** Gas of the code that recipients run when they are paid in native currency, from memory. */
export interface RecipientGas {
  /**
   * Units on top of a payment's own; 0 for an account without code, and for one that is not known
   * yet. An unknown account is measured in the background, for the next time.
   */
  units(operation: GasOperation): bigint;
  /** Whether an account is known to run code when it is paid. */
  runsCode(recipient: string): boolean;
}

interface Measured {
  readonly units: bigint;
  readonly at: number;
}

/** Account that a payment gives native currency to; undefined where its code does not run. */
function paidAccount(operation: GasOperation): string | undefined {
  if (operation.type !== 'fill' && operation.type !== 'refund') return undefined;
  const topup = operation.type === 'fill' ? (operation.topup ?? 0n) : 0n;
  return operation.currency === zeroAddress || topup > 0n ? operation.recipient : undefined;
}

const isQuantity = (result: unknown): result is string =>
  typeof result === 'string' && /^0x[0-9a-fA-F]{1,16}$/.test(result);

/** Gas of a plain transfer beyond that of an account without code; undefined where it fails. */
function readUnits(reply: RpcReply | undefined): bigint | undefined {
  if (reply?.ok !== true || !isQuantity(reply.result)) return undefined;
  const units = BigInt(reply.result) - transferGas;
  if (units <= 0n) return 0n;
  return units < unitsMax ? units : unitsMax;
}

/** Measures recipients off the path of quotes, and remembers what was measured. */
export function createRecipientGas(options: RecipientGasOptions): RecipientGas {
  const { rpc, solver, clock, signal } = options;
  const known = new Map<string, Measured>();
  const waiting = new Set<string>();
  let isMeasuring = false;

  function requestOf(recipient: string): RpcRequest {
    const paid = solver === undefined ? {} : { from: solver, value: '0x1' };
    return { method: 'eth_estimateGas', params: [{ ...paid, to: recipient }] };
  }

  function keep(recipient: string, units: bigint): void {
    // The oldest goes first: a map keeps the order in which keys came.
    known.delete(recipient);
    const [oldest] = known.keys();
    if (known.size >= knownMax && oldest !== undefined) known.delete(oldest);
    known.set(recipient, { units, at: clock() });
  }

  async function measureBatch(): Promise<void> {
    const recipients = [...waiting].slice(0, batchMax);
    for (const recipient of recipients) waiting.delete(recipient);
    const counts = (reply: RpcReply): boolean => readUnits(reply) !== undefined;
    const asked = { counts, deadlineMs: askMsMax };
    const replies = await rpc.askInTurn(recipients.map(requestOf), asked, signal);
    recipients.forEach((recipient, index) => {
      // What an account refuses costs nothing: its payment is simulated, or it reverts.
      keep(recipient, readUnits(replies[index]) ?? known.get(recipient)?.units ?? 0n);
    });
  }

  async function measure(): Promise<void> {
    isMeasuring = true;
    try {
      while (waiting.size > 0 && !signal.aborted) {
        await measureBatch();
        await delay(pauseMs, undefined, { signal, ref: false });
      }
    } catch {
      // The chain is closed.
    } finally {
      isMeasuring = false;
    }
  }

  return {
    units: (operation) => {
      const recipient = paidAccount(operation);
      if (recipient === undefined) return 0n;
      const found = known.get(recipient);
      if (found === undefined || clock() - found.at > ageMsMax) {
        if (waiting.size < waitingMax) waiting.add(recipient);
        if (!isMeasuring) void measure();
      }
      return found?.units ?? 0n;
    },
    runsCode: (recipient) => (known.get(recipient)?.units ?? 0n) > 0n,
  };
}
