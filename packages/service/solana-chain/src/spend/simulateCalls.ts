import type { FillIntent, Simulation } from '@portage/core/chain';
import type { Rpc } from '@portage/chain-kit';
import { readTransaction } from '@portage/solana/transaction';
import { accountsRequest, readAccounts, type AccountState } from '../rpc/accounts.js';
import { placeOf } from '../rpc/balances.js';
import type { TokenProgramOf } from '../rpc/tokenPrograms.js';
import { readSimulation, simulateRequest, type SimulatedAccounts } from './simulation.js';

/** Readings that are tried while other payments change what the solver holds. */
const roundsMax = 4;
/** Place of the amount in a token account. */
const amountPlace = 64;
const amountEnd = 72;

/** Accounts that a payment with instructions of a caller must leave as they are. */
export interface CallGuard {
  /** The solver's own account. */
  readonly solver: string;
  /** Accounts that hold the solver's money, its own among them. */
  readonly accounts: readonly string[];
  readonly tokenProgramOf: TokenProgramOf;
  /**
   * Lamports that a payment may cost beside what it pays: fees and rent. Undefined while that
   * is not known.
   */
  readonly costOf: (intent: FillIntent) => bigint | undefined;
}

/** Guarded accounts, and the chain that is asked. */
export interface GuardContext extends CallGuard {
  readonly rpc: Pick<Rpc, 'read'>;
}

/** A payment that is to be simulated. */
export interface GuardedFill {
  readonly intent: FillIntent;
  readonly transaction: Uint8Array;
  /** Lamports beside what it pays, at most; undefined while that is not known. */
  readonly cost: bigint | undefined;
}

/**
 * Simulates a payment with instructions of a caller, and compares the solver's accounts before and
 * after: only what is paid, what is swapped for it, and fees and rent may be gone. A reading in
 * between which something else was paid tells nothing, and is made again.
 *
 * @throws PortageError `RPC_HTTP_ERROR`
 */
export async function simulateCalls(
  { intent, transaction, cost }: GuardedFill,
  { rpc, solver, accounts, tokenProgramOf }: GuardContext,
  signal: AbortSignal | undefined,
): Promise<Simulation> {
  if (cost === undefined) return { status: 'unknown', reason: 'rent is not known' };
  const keys = readTransaction(transaction)?.message.keys ?? [];
  // What is not in the transaction cannot change by it.
  const watched = accounts.filter((account) => keys.includes(account));
  const reading = accountsRequest(watched, { isNewest: true });
  for (let round = 0; round < roundsMax; round += 1) {
    const [first, result, last] = await rpc.read(
      [reading, simulateRequest(transaction, watched), reading],
      signal,
    );
    const { simulation, accounts: after } = readSimulation(result);
    if (simulation.status !== 'passes') return simulation;
    const before = readAccounts(first);
    if (!areSame(before, readAccounts(last))) continue;
    const harmed = watched.find((account, index) => {
      const isWallet = account === solver;
      const spent = spentFrom(account, intent, { solver, tokenProgramOf }) + (isWallet ? cost : 0n);
      return !isKept({ isWallet, spent }, before[index], after[index]);
    });
    return harmed === undefined
      ? simulation
      : { status: 'reverts', reason: `calls would take from ${harmed}, an account of the solver` };
  }
  return { status: 'unknown', reason: 'the accounts of the solver change all the time' };
}

/** Smallest units that a payment itself takes out of an account of the solver. */
function spentFrom(
  account: string,
  { swap, currency, amount }: FillIntent,
  { solver, tokenProgramOf }: Pick<CallGuard, 'solver' | 'tokenProgramOf'>,
): bigint {
  const given = swap ?? { currency, amount };
  return placeOf(solver, given.currency, tokenProgramOf) === account ? given.amount : 0n;
}

function areSame(
  one: readonly (AccountState | undefined)[],
  other: readonly (AccountState | undefined)[],
): boolean {
  return one.every((account, index) => {
    const same = other[index];
    return account === undefined || same === undefined
      ? account === same
      : account.lamports === same.lamports && Buffer.from(account.data).equals(same.data);
  });
}

/** Whether an account lost no more than it may, and no other account got power over it. */
function isKept(
  { isWallet, spent }: { readonly isWallet: boolean; readonly spent: bigint },
  before: AccountState | undefined,
  after: SimulatedAccounts[number],
): boolean {
  // An account that was not there had nothing.
  if (before === undefined) return true;
  if (after === undefined || after.owner !== before.owner) return false;
  if (isWallet) return after.data.length === 0 && after.lamports >= before.lamports - spent;
  return (
    after.lamports >= before.lamports &&
    amountOf(after) >= amountOf(before) - spent &&
    withoutAmount(after).equals(withoutAmount(before))
  );
}

function amountOf({ data }: AccountState): bigint {
  return data.length < amountEnd ? 0n : Buffer.from(data).readBigUInt64LE(amountPlace);
}

function withoutAmount({ data }: AccountState): Buffer {
  return Buffer.concat([data.subarray(0, amountPlace), data.subarray(amountEnd)]);
}
