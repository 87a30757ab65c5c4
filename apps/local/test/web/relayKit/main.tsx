import '@relayprotocol/relay-kit-ui/styles.css';
import { RelayKitProvider } from '@relayprotocol/relay-kit-ui';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import type { ReactElement } from 'react';
import { createRoot } from 'react-dom/client';
import { WagmiProvider } from 'wagmi';
import { Bridge } from './Bridge.js';
import { Queries } from './Queries.js';
import { Swap } from './Swap.js';
import { createWagmi, readChains } from './chains.js';
import { readSettings, type Settings } from './settings.js';

/** Page of an app with the published interface, whose service is the one of the address. */
async function start(): Promise<void> {
  const settings = readSettings();
  const chains = await readChains(settings.api);
  const options = {
    appName: 'Portage test',
    source: 'portage.test',
    baseApiUrl: settings.api,
    chains: [...chains],
    pollingInterval: 250,
    confirmationPollingInterval: 100,
  };
  const root = document.getElementById('root');
  if (root === null) throw new Error('The page has no place for its content.');
  createRoot(root).render(
    <WagmiProvider config={createWagmi(chains)}>
      <QueryClientProvider client={new QueryClient()}>
        <RelayKitProvider options={options}>
          <View settings={settings} />
        </RelayKitProvider>
      </QueryClientProvider>
    </WagmiProvider>,
  );
}

/** The view that the settings name. */
function View({ settings }: { readonly settings: Settings }): ReactElement {
  if (settings.view === 'queries') return <Queries settings={settings} />;
  return settings.view === 'bridge' ? <Bridge settings={settings} /> : <Swap />;
}

await start();
