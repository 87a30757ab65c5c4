import { PortageError } from '@portage/core';
import { setTimeout as delay } from 'node:timers/promises';
import type { Rpc } from '@portage/chain-kit';
import { solanaCodec } from '@portage/solana/codec';
import {
  associatedTokenAddress,
  createAssociatedToken,
  openOutflowLimit,
  outflowLimitAddress,
  programs,
  wrappedSol,
} from '@portage/solana/program';
import type { Instruction } from '@portage/solana/transaction';
import { accountsRequest, readAccounts } from '../rpc/accounts.js';
import type { TokenProgramOf } from '../rpc/tokenPrograms.js';
import type { Blockhash } from './createBlockhashes.js';
import type { Key } from './createKey.js';
import { sendTried } from './sendTried.js';
import { signInstructions } from './signInstructions.js';

const pollIntervalMs = 200;
const waitMsMax = 90_000;
/** Accounts that are opened in one transaction. */
const batchSize = 5;

/** Options of {@link openVault}. */
export interface OpenVaultOptions {
  readonly rpc: Rpc;
  readonly solver: Key;
  readonly depository: string;
  readonly vault: string;
  readonly mints: readonly string[];
  readonly tokenProgramOf: TokenProgramOf;
  /** Signs instructions of venues; undefined where none are asked. */
  readonly swapKey?: string | undefined;
  readonly blockhash: () => Blockhash;
  readonly clock: () => number;
}

/**
 * Opens the accounts of the vault, the solver and the swap key for listed tokens that have none
 * yet, that of the swap key for wrapped SOL, and the limits of the listed currencies; the solver
 * bears their rent, once. Returns when they are there.
 *
 * @throws PortageError `INVALID_CONFIGURATION` when the solver cannot pay for them
 */
export async function openVault(options: OpenVaultOptions, signal: AbortSignal): Promise<void> {
  const { rpc, solver, clock } = options;
  const wanted = wantedAccounts(options);
  const missing = async (): Promise<readonly WantedAccount[]> => {
    const [result] = await rpc.read(
      [accountsRequest(wanted.map(({ address }) => address))],
      signal,
    );
    const accounts = readAccounts(result);
    return wanted.filter(({ owner }, index) => accounts[index]?.owner !== owner);
  };
  const deadline = clock() + waitMsMax;
  let refusal = 'they did not land in time';
  for (let open = await missing(), sentAt = -Infinity; open.length > 0; open = await missing()) {
    if (clock() > deadline) {
      throw new PortageError('INVALID_CONFIGURATION', {
        message: `The solver ${solver.address} could not open ${String(open.length)} accounts of tokens and limits: ${refusal}.`,
        hint: 'Give the solver some SOL.',
      });
    }
    // Asked for again only when what was sent before had time to land; opening twice changes
    // nothing.
    if (clock() - sentAt > 5_000) {
      sentAt = clock();
      const { transaction } = signInstructions(
        [solver],
        open.slice(0, batchSize).map(({ opening }) => opening),
        options.blockhash().blockhash,
      );
      refusal = (await sendTried(rpc, transaction, signal)) ?? refusal;
    }
    await delay(pollIntervalMs, undefined, { signal });
  }
}

/** An account that payments need. */
interface WantedAccount {
  readonly address: string;
  /** Program that owns it once it is open. */
  readonly owner: string;
  readonly opening: Instruction;
}

function wantedAccounts({
  depository,
  vault,
  solver,
  mints,
  tokenProgramOf,
  swapKey,
}: Pick<
  OpenVaultOptions,
  'depository' | 'vault' | 'solver' | 'mints' | 'tokenProgramOf' | 'swapKey'
>): readonly WantedAccount[] {
  const ofKey =
    swapKey === undefined
      ? []
      : [...new Set([wrappedSol, ...mints])]
          .map((mint) => ({ owner: swapKey, mint, tokenProgram: tokenProgramOf(mint) }))
          // Swaps are between mints of the classic token program.
          .filter(({ tokenProgram }) => tokenProgram === programs.token);
  const owned = [vault, solver.address].flatMap((owner) =>
    mints.map((mint) => ({ owner, mint, tokenProgram: tokenProgramOf(mint) })),
  );
  const limits = [solanaCodec.nativeCurrency, ...mints].map((token) => ({ depository, token }));
  return [
    ...limits.map((place) => ({
      address: outflowLimitAddress(place),
      owner: depository,
      opening: openOutflowLimit(solver.address, place),
    })),
    ...[...owned, ...ofKey].map((holding) => ({
      address: associatedTokenAddress(holding),
      owner: holding.tokenProgram,
      opening: createAssociatedToken(solver.address, holding),
    })),
  ];
}
