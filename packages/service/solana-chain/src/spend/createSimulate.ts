import { standardError } from '@portage/core';
import type {
  FillIntent,
  RelayIntent,
  Simulation,
  Spend,
  TransactionIntent,
} from '@portage/core/chain';
import type { Rpc } from '@portage/chain-kit';
import { transactionBytesMax } from '@portage/solana/transaction';
import { simulateCalls, type CallGuard } from './simulateCalls.js';
import { swapsAtVenue } from './createSigner.js';
import { readSimulation, simulateRequest } from './simulation.js';

/** Options of {@link createSimulate}. */
export interface SimulateOptions {
  readonly rpc: Pick<Rpc, 'read'>;
  /** Bytes of a call or a fill without signatures. */
  readonly unsigned: (intent: DependingIntent) => Promise<Uint8Array>;
  /** Accounts that instructions of callers must not touch. */
  readonly guard: CallGuard;
}

/** Something that may fail by what others did meanwhile. */
type DependingIntent = RelayIntent | FillIntent;

/**
 * Simulates calls, and fills with a swap or with instructions of a caller: the address of a sweep
 * may hold something else by now, a marker may be closed, pools may have moved, a program may want
 * anything. Other payments depend on no other party and pass unasked: what the allocator signs for
 * them must not be shown before it is stored. Nothing is shown with signatures. What does not fit
 * one transaction counts as one that reverts.
 */
export function createSimulate(options: SimulateOptions): NonNullable<Spend['simulate']> {
  return async (intents, signal) => {
    const depending = intents.filter(dependsOnOthers);
    const made = await Promise.all(
      depending.map(async (intent) => {
        // Before anything is awaited, so that it counts with the price of the transaction.
        const cost = intent.type === 'fill' ? options.guard.costOf(intent) : 0n;
        return { intent, cost, transaction: await options.unsigned(intent) };
      }),
    );
    const found = new Map<TransactionIntent, Simulation>();
    for (const { intent, transaction } of made)
      if (transaction.length > transactionBytesMax) found.set(intent, tooLong(transaction));
    const fitting = made.filter(({ intent }) => !found.has(intent));
    await Promise.all([
      simulatePlain(fitting, options, { found, signal }),
      ...fitting.map(async ({ intent, transaction, cost }) => {
        if (!isGuarded(intent)) return;
        const guard = { ...options.guard, rpc: options.rpc };
        found.set(intent, await simulateCalls({ intent, transaction, cost }, guard, signal));
      }),
    ]);
    return intents.map((intent) => {
      if (!dependsOnOthers(intent)) return { status: 'passes' };
      const simulation = found.get(intent);
      if (simulation === undefined) throw standardError('RPC_HTTP_ERROR');
      return simulation;
    });
  };
}

/** Simulates everything without instructions of strangers, in one request to an endpoint. */
async function simulatePlain(
  made: readonly { readonly intent: DependingIntent; readonly transaction: Uint8Array }[],
  { rpc }: Pick<SimulateOptions, 'rpc'>,
  {
    found,
    signal,
  }: {
    readonly found: Map<TransactionIntent, Simulation>;
    readonly signal: AbortSignal | undefined;
  },
): Promise<void> {
  const plain = made.filter(({ intent }) => !isGuarded(intent));
  if (plain.length === 0) return;
  const results = await rpc.read(
    plain.map(({ transaction }) => simulateRequest(transaction)),
    signal,
  );
  plain.forEach(({ intent }, index) => {
    found.set(intent, readSimulation(results[index]).simulation);
  });
}

/** Whether instructions of strangers are in it, so that the solver's accounts are compared. */
function isGuarded(intent: DependingIntent): intent is FillIntent {
  return intent.type === 'fill' && (intent.calls.length > 0 || swapsAtVenue(intent));
}

function dependsOnOthers(intent: TransactionIntent): intent is DependingIntent {
  return (
    intent.type === 'relay' ||
    (intent.type === 'fill' && (intent.swap !== undefined || intent.calls.length > 0))
  );
}

function tooLong({ length }: Uint8Array): Simulation {
  const [bytes, most] = [length, transactionBytesMax].map(String);
  return { status: 'reverts', reason: `it has ${bytes ?? ''} bytes, and ${most ?? ''} fit` };
}
