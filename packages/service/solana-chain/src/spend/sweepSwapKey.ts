import type { Rpc } from '@portage/chain-kit';
import { describeError } from '@portage/core';
import { sleep } from '@portage/core/executor';
import {
  associatedTokenAddress,
  closeTokenAccount,
  createAssociatedToken,
  programs,
  tokenTransfer,
  wrappedSol,
} from '@portage/solana/program';
import type { Instruction } from '@portage/solana/transaction';
import { accountsRequest, readAccounts } from '../rpc/accounts.js';
import { balanceOf } from '../rpc/balances.js';
import type { Blockhash } from './createBlockhashes.js';
import type { Key } from './createKey.js';
import { sendTried } from './sendTried.js';
import { signInstructions } from './signInstructions.js';

/** Time between two sweeps of what swaps have left over. */
const everyMs = 3_600_000;
/** Time until a sweep is looked after that was sent, or that failed. */
const againMs = 60_000;
/** Accounts that are emptied in one transaction. */
const batchSize = 6;
/**
 * Wrapped SOL for each transaction without which nothing is swept, in lamports: ten fees of two
 * signatures. No outbox knows of a sweep, so it brings more SOL than it costs, even where processes
 * sweep at once and all but one pay for nothing: SOL below the books would halt the chain.
 */
const solMin = 100_000n;

/** Keys and chain of a sweep. */
export interface SweepOptions {
  readonly rpc: Pick<Rpc, 'read' | 'ask'>;
  readonly solver: Key;
  readonly swapKey: Key;
  /** Mints of the listed tokens. */
  readonly mints: readonly string[];
  readonly blockhash: () => Blockhash;
  /** Whether the chain is halted: nothing is signed then. Absent where nobody halts it. */
  readonly isHalted: (() => Promise<boolean>) | undefined;
  readonly log: (message: string, context: Readonly<Record<string, unknown>>) => void;
}

/**
 * Brings what venues brought beyond the least of a payment from the swap key's accounts to the
 * solver: at once, and every hour until the signal aborts; on a halted chain after the halt. No
 * payment needs what is swept: each brings its own. The books do not know it: comparisons of
 * balances show it as found.
 */
export function startSweeps(options: SweepOptions, signal: AbortSignal): void {
  const run = async (): Promise<void> => {
    while (!signal.aborted) {
      let waitMs = againMs;
      try {
        if (!(await sweep(options, signal))) waitMs = everyMs;
      } catch (error) {
        options.log('what swaps left over was not swept', { error: describeError(error) });
      }
      await sleep(waitMs, signal);
    }
  };
  // Sleep ends with the signal.
  run().catch(() => undefined);
}

/**
 * Sweeps once: all accounts of the swap key that hold something, where their SOL pays for it and
 * the chain is not halted, which is asked before each signature.
 *
 * @returns whether anything was swept, or would be but for the halt
 * @throws Error in the words of a node that refuses
 */
export async function sweep(
  { rpc, solver, swapKey, mints, blockhash, isHalted }: SweepOptions,
  signal: AbortSignal,
): Promise<boolean> {
  const all = [...new Set([wrappedSol, ...mints])];
  const place = (owner: string, mint: string): string =>
    associatedTokenAddress({ owner, mint, tokenProgram: programs.token });
  const [result] = await rpc.read(
    [accountsRequest(all.map((mint) => place(swapKey.address, mint)))],
    signal,
  );
  const accounts = readAccounts(result);
  const moves = all.flatMap((mint, index): readonly (readonly Instruction[])[] => {
    const amount = balanceOf(accounts[index], mint);
    if (amount === 0n) return [];
    if (mint === wrappedSol) return [unwrap(solver.address, swapKey.address)];
    const [source, destination] = [place(swapKey.address, mint), place(solver.address, mint)];
    return [[tokenTransfer({ source, destination, owner: swapKey.address, amount })]];
  });
  const transactions = Math.ceil(moves.length / batchSize);
  // Wrapped SOL is the first of all.
  if (balanceOf(accounts[0], wrappedSol) < solMin * BigInt(Math.max(1, transactions))) return false;
  for (let start = 0; start < moves.length; start += batchSize) {
    if (await isHalted?.()) return true;
    const { transaction } = signInstructions(
      [solver, swapKey],
      moves.slice(start, start + batchSize).flat(),
      blockhash().blockhash,
    );
    const refusal = await sendTried(rpc, transaction, signal);
    if (refusal !== undefined) throw new Error(refusal);
  }
  return true;
}

/** All wrapped SOL of the swap key becomes SOL of the solver, and the account is open again. */
function unwrap(solver: string, swapKey: string): readonly Instruction[] {
  const holding = { owner: swapKey, mint: wrappedSol, tokenProgram: programs.token };
  return [
    closeTokenAccount({ ...holding, rentTo: solver }),
    createAssociatedToken(solver, holding),
  ];
}
