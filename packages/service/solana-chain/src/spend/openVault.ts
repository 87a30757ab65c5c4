import { PortageError } from '@portage/core';
import { setTimeout as delay } from 'node:timers/promises';
import type { Rpc } from '@portage/chain-kit';
import { associatedTokenAddress, createAssociatedToken, programs } from '@portage/solana/program';
import { accountsRequest, readAccounts } from '../rpc/accounts.js';
import type { Blockhash } from './createBlockhashes.js';
import type { Key } from './createKey.js';
import { signInstructions } from './signInstructions.js';

const pollIntervalMs = 200;
const waitMsMax = 90_000;
/** Accounts that are opened in one transaction. */
const batchSize = 5;

/** Options of {@link openVault}. */
export interface OpenVaultOptions {
  readonly rpc: Rpc;
  readonly solver: Key;
  readonly vault: string;
  readonly mints: readonly string[];
  readonly blockhash: () => Blockhash;
  readonly clock: () => number;
}

/**
 * Opens the accounts of the vault and of the solver for listed tokens that have none yet; the
 * solver bears their rent, once. Returns when they are there.
 *
 * @throws PortageError `INVALID_CONFIGURATION` when the solver cannot pay for them
 */
export async function openVault(options: OpenVaultOptions, signal: AbortSignal): Promise<void> {
  const { rpc, solver, vault, mints, clock } = options;
  const holdings = [vault, solver.address].flatMap((owner) =>
    mints.map((mint) => ({ owner, mint, tokenProgram: programs.token })),
  );
  const missing = async (): Promise<typeof holdings> => {
    if (holdings.length === 0) return [];
    const [result] = await rpc.read(
      [accountsRequest(holdings.map(associatedTokenAddress))],
      signal,
    );
    const accounts = readAccounts(result);
    return holdings.filter((_, index) => accounts[index]?.owner !== programs.token);
  };
  const deadline = clock() + waitMsMax;
  let refusal = 'they did not land in time';
  for (let open = await missing(), sentAt = -Infinity; open.length > 0; open = await missing()) {
    if (clock() > deadline) {
      throw new PortageError('INVALID_CONFIGURATION', {
        message: `The solver ${solver.address} could not open ${String(open.length)} token accounts: ${refusal}.`,
        hint: 'Give the solver some SOL.',
      });
    }
    // Asked for again only when what was sent before had time to land; opening twice changes
    // nothing.
    if (clock() - sentAt > 5_000) {
      sentAt = clock();
      const { transaction } = signInstructions(
        [solver],
        open.slice(0, batchSize).map((holding) => createAssociatedToken(solver.address, holding)),
        options.blockhash().blockhash,
      );
      const [reply] = await rpc.ask(
        [
          {
            method: 'sendTransaction',
            params: [
              Buffer.from(transaction).toString('base64'),
              { encoding: 'base64', preflightCommitment: 'confirmed' },
            ],
          },
        ],
        signal,
      );
      if (reply?.ok === false) refusal = reply.error.message;
    }
    await delay(pollIntervalMs, undefined, { signal });
  }
}
