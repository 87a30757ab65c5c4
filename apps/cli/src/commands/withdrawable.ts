import { getWithdrawalBalances, type ChainInfo, type WithdrawalBalances } from '@portage/sdk';
import { exitCodes, type ExitCode } from '../exitCodes.js';
import { findFamily } from '../families/index.js';
import { dollars } from '../output/dollars.js';
import { namesOf } from '../transfer/names.js';
import type { Session } from '../session.js';
import { findChain } from '../transfer/currencies.js';
import { usageError } from '../usageError.js';

/** Options of `portage withdrawable`. */
export interface WithdrawableOptions {
  /** Lists this chain only; every chain by default. */
  readonly chain?: string;
}

type Balance = WithdrawalBalances['balances'][number];

/** `portage withdrawable`: lists what an account may withdraw, on every chain of its family. */
export async function withdrawable(
  session: Session,
  owner: string,
  options: WithdrawableOptions,
): Promise<ExitCode> {
  const { portage, output, io } = session;
  const chains = await portage.getChains({ signal: io.signal });
  const only = options.chain === undefined ? undefined : findChain(chains, options.chain);
  const names = namesOf(chains);
  let count = 0;
  for (const chain of only === undefined ? await ownersChains(chains, owner) : [only])
    for await (const one of balancesOf(session, owner, chain)) {
      if (only !== undefined && chainIdOf(one) !== only.id) continue;
      const { currency, amountFormatted, hubTokenId, amountUsd, ...balance } = one;
      const named =
        currency === null ? hubTokenId : `${currency.symbol} on ${names.chain(currency.chainId)}`;
      const worth = amountUsd === undefined ? '' : ` (${dollars(amountUsd)})`;
      output.result({ event: 'withdrawable', hubTokenId, currency, amountUsd, ...balance }, [
        `${amountFormatted} ${named}${worth}`,
      ]);
      count += 1;
    }
  if (count === 0 && !output.json) output.result({}, ['There is nothing to withdraw.']);
  return exitCodes.ok;
}

/**
 * One chain of each family that reads the text as an address of its own. The books keep an owner
 * once for all chains of a family.
 */
async function ownersChains(
  chains: readonly ChainInfo[],
  owner: string,
): Promise<readonly ChainInfo[]> {
  const found = new Map<string, ChainInfo>();
  for (const chain of chains)
    if (!found.has(chain.vmType) && (await findFamily(chain)?.isAddress(owner)) === true)
      found.set(chain.vmType, chain);
  if (found.size === 0) throw usageError(`"${owner}" is no address on a chain of the service.`);
  return [...found.values()];
}

async function* balancesOf(
  { portage, io }: Session,
  owner: string,
  { protocol }: ChainInfo,
): AsyncGenerator<Balance> {
  let continuation: string | undefined;
  do {
    const page: WithdrawalBalances = await getWithdrawalBalances(
      portage.client,
      { owner, ownerChainId: protocol.v2.chainId, continuation },
      { signal: io.signal },
    );
    yield* page.balances;
    continuation = page.continuation;
  } while (continuation !== undefined);
}

/** Chain of a balance; its name in the books begins with the id. */
const chainIdOf = ({ hubTokenId }: Balance): number => Number(hubTokenId.split(':')[0]);
