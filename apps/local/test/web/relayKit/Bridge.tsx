import { createPortage, PortageError } from '@portage/sdk';
import { createEvmExecutor, wagmiWallet } from '@portage/sdk/evm';
import { useMemo, useState, type ReactElement } from 'react';
import { useAccount, useConfig, useConnect } from 'wagmi';
import type { Settings } from './settings.js';

/** 0.1 ETH. */
const amount = '100000000000000000';

/** Page of the guide on wagmi: ether of the connected account goes from Base to OP Mainnet. */
export function Bridge({ settings }: { readonly settings: Settings }): ReactElement {
  const config = useConfig();
  const { connectors, connect } = useConnect();
  const { address } = useAccount();
  const [end, setEnd] = useState('');
  const portage = useMemo(() => {
    const executors = [createEvmExecutor({ wallet: wagmiWallet(config), pollMs: 100 })];
    return createPortage({ baseUrl: settings.api, executors, source: 'portage.test' });
  }, [config, settings.api]);
  /** @param user - the account that wagmi shows, or one that is not connected */
  const bridge = async (user: string): Promise<string> => {
    const request = { user, originChainId: 8453, destinationChainId: 10, amount };
    const quote = await portage.getQuote(request);
    const { minimumAmount } = quote.details.currencyOut;
    const { status } = await portage.execute({ quote, request, minAmountOut: minimumAmount });
    return status;
  };
  return (
    <>
      <button
        onClick={() => {
          const [connector] = connectors;
          if (connector !== undefined) connect({ connector });
        }}
      >
        Connect
      </button>
      <output aria-label="Account">{address}</output>
      <button
        onClick={() => {
          setEnd('');
          bridge(address ?? settings.user).then(setEnd, (error: unknown) => {
            setEnd(
              error instanceof PortageError ? `${error.code} ${error.message}` : String(error),
            );
          });
        }}
      >
        Bridge
      </button>
      <output aria-label="End">{end}</output>
    </>
  );
}
