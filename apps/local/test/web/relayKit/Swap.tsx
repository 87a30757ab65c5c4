import { SwapWidget } from '@relayprotocol/relay-kit-ui';
import { adaptViemWallet } from '@relayprotocol/relay-sdk';
import { useMemo, useState, type ReactElement } from 'react';
import { useConnect, useWalletClient } from 'wagmi';

/** The widget with a wallet of the browser, and what it told the page. */
export function Swap(): ReactElement {
  const { connectors, connect } = useConnect();
  const { data: client } = useWalletClient();
  const wallet = useMemo(
    () => (client === undefined ? undefined : adaptViemWallet(client)),
    [client],
  );
  const [told, setTold] = useState<readonly string[]>([]);
  const tell = (event: string): void => setTold((before) => [...before, event]);
  return (
    <>
      <SwapWidget
        {...(wallet === undefined ? {} : { wallet })}
        supportedWalletVMs={['evm']}
        onConnectWallet={() => {
          const [connector] = connectors;
          if (connector !== undefined) connect({ connector });
        }}
        onAnalyticEvent={tell}
        onSwapError={tell}
      />
      <output aria-label="Events">{told.join('\n')}</output>
    </>
  );
}
