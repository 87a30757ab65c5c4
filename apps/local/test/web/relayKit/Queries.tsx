import {
  useDepositAddressStatus,
  useExecutionStatus,
  useQuote,
  useRelayChains,
  useRelayConfig,
  useRequests,
  useTokenList,
  useTokenPrice,
  useTrendingCurrencies,
} from '@relayprotocol/relay-kit-hooks';
import { useMemo, type ReactElement } from 'react';
import { createClient } from 'relay-sdk-of-hooks';
import { zeroAddress } from 'viem';
import type { Settings } from './settings.js';

/** Ether of Base to Ether of OP Mainnet. */
const pair = {
  originChainId: 8453,
  originCurrency: zeroAddress,
  destinationChainId: 10,
  destinationCurrency: zeroAddress,
};

/** State of a hook's query. */
interface Answer {
  readonly data?: unknown;
  readonly error: Error | null;
  readonly isPending: boolean;
}

/** Answers of all queries of the hooks, each under the name of its hook. */
export function Queries({ settings }: { readonly settings: Settings }): ReactElement {
  const { api, user, requestId, depositAddress } = settings;
  const client = useMemo(() => createClient({ baseApiUrl: api, source: 'portage.test' }), [api]);
  const answers: Readonly<Record<string, Answer>> = {
    useQuote: useQuote(client, undefined, {
      user,
      recipient: user,
      amount: '100000000000000000',
      tradeType: 'EXACT_INPUT',
      ...pair,
    }),
    useRequests: useRequests({ user }, api),
    useExecutionStatus: useExecutionStatus(client, { requestId }),
    useDepositAddressStatus: useDepositAddressStatus({ depositAddress }, api),
    useTokenPrice: useTokenPrice(api, { chainId: 8453, address: zeroAddress }),
    useTokenList: useTokenList(api, { chainIds: [8453, 10], term: 'usdc' }),
    useRelayChains: useRelayChains(api),
    useRelayConfig: useRelayConfig(api, {
      originChainId: String(pair.originChainId),
      destinationChainId: String(pair.destinationChainId),
      user,
      currency: 'eth',
    }),
    useTrendingCurrencies: useTrendingCurrencies(api, { chainId: 8453 }),
  };
  return (
    <dl>
      {Object.entries(answers).map(([name, { data, error, isPending }]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd aria-label={name}>{JSON.stringify({ data, error: error?.message, isPending })}</dd>
        </div>
      ))}
    </dl>
  );
}
