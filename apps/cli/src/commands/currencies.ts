import { exitCodes, type ExitCode } from '../exitCodes.js';
import type { Session } from '../session.js';
import { findChain } from '../transfer/currencies.js';

/** Options of `portage currencies`. */
export interface CurrenciesOptions {
  readonly chain?: string;
  readonly limit: number;
}

/** `portage currencies`: searches what the service moves. */
export async function currencies(
  { portage, output, io }: Session,
  term: string | undefined,
  { chain, limit }: CurrenciesOptions,
): Promise<ExitCode> {
  const { signal } = io;
  const chains = await portage.getChains({ signal });
  const chainIds = chain === undefined ? undefined : [findChain(chains, chain).id];
  const found = await portage.getCurrencies({ term, chainIds, limit, signal });
  for (const currency of found) {
    const { chainId, address, symbol, name } = currency;
    const slug = chains.find(({ id }) => id === chainId)?.protocol.v2.chainId ?? String(chainId);
    output.result({ event: 'currency', ...currency }, [
      `${symbol.padEnd(10)} ${slug.padEnd(12)} ${address}  ${name}`,
    ]);
  }
  if (found.length === 0 && !output.json) io.stdout.write('No such currencies.\n');
  return exitCodes.ok;
}
