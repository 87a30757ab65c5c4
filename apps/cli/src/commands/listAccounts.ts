import { PortageError } from '@portage/sdk';
import { exitCodes, type ExitCode } from '../exitCodes.js';
import { endpointOf } from '../families/endpointOf.js';
import { findFamily } from '../families/index.js';
import type { Session } from '../session.js';
import { findChain } from '../transfer/currencies.js';
import { usageError } from '../usageError.js';

/** Options of `portage accounts`. */
export interface AccountsOptions {
  readonly chain?: string;
}

/** `portage accounts`: accounts of a wallet on chains that number them, asked from the chains. */
export async function listAccounts(
  { portage, devnet, output, io }: Session,
  owner: string,
  options: AccountsOptions,
): Promise<ExitCode> {
  const chains = await portage.getChains({ signal: io.signal });
  const asked = options.chain === undefined ? chains : [findChain(chains, options.chain)];
  const numbered = asked.filter((chain) => findFamily(chain)?.findAccounts !== undefined);
  if (numbered.length === 0)
    throw usageError('An account is the wallet itself there: no chain asked numbers its accounts.');
  for (const chain of numbered) {
    const url = endpointOf(chain.id, chains, devnet);
    const found = (await findFamily(chain)?.findAccounts?.({ url, owner })) ?? [];
    if (found.length === 0) throw noAccount(owner, chain.displayName);
    const slug = chain.protocol.v2.chainId;
    for (const account of found)
      output.result({ event: 'account', owner, chainId: chain.id, account }, [
        `${slug.padEnd(12)} ${account}`,
      ]);
  }
  return exitCodes.ok;
}

function noAccount(owner: string, chain: string): PortageError {
  return new PortageError('INVALID_ADDRESS', {
    message: `${owner} has no account on ${chain}.`,
    hint: 'Deposit there once to open one.',
  });
}
