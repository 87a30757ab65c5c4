import type { ChainCurrency } from '@portage/sdk';
import { chains } from '../../../packages/client/test/fixtures.js';
import { startService } from '../../../packages/client/test/startService.js';

/** A currency that the service lists on every chain. */
export type NamedCurrency = Pick<ChainCurrency, 'address' | 'symbol' | 'decimals'>;

/** Address of a service that lists chains until the test ends, and knows nothing else. */
export async function startNamingService(named: readonly NamedCurrency[] = []): Promise<string> {
  const listed = chains.map((chain) => ({
    ...chain,
    erc20Currencies: named.map((one) => ({ ...chain.erc20Currencies[0], ...one })),
  }));
  const { url } = await startService(({ path }, answer) => {
    if (path === '/chains') answer.json(200, { chains: listed });
    else answer.json(404, { message: 'no', errorCode: 'UNKNOWN_REQUEST' });
  });
  return url;
}
