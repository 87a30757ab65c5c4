import { createPortage } from '@portage/sdk';
import { Price } from './Price';
import { Providers } from './Providers';

// Chains come and go with their endpoints, so each visitor sees those of the moment.
export const dynamic = 'force-dynamic';

export default async function Page() {
  const baseUrl = process.env['PORTAGE_URL'] ?? 'http://127.0.0.1:4000';
  const chains = await createPortage({ baseUrl }).getChains();
  const choices = chains
    .filter(({ vmType }) => vmType === 'evm')
    .map(({ id, displayName, currency }) => ({ id, displayName, symbol: currency.symbol }));
  return (
    <>
      <h1>Chains</h1>
      <ul>
        {chains.map(({ id, displayName, currency }) => (
          <li key={id}>
            {displayName} <span className="quiet">pays with {currency.symbol}</span>
          </li>
        ))}
      </ul>
      <Providers baseUrl={baseUrl}>
        <Price choices={choices} />
      </Providers>
    </>
  );
}
