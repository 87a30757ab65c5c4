import { PortageProvider, useChains } from '@portage/react';
import type { Portage } from '@portage/sdk';
import { QueryClientProvider, type QueryClient } from '@tanstack/react-query';
import type { ReactElement } from 'react';
import { ActivityPage } from './activity/ActivityPage.js';
import { RequestPage } from './activity/RequestPage.js';
import { ExecutionCard } from './execution/ExecutionCard.js';
import { useExecution } from './execution/executionContext.js';
import { ExecutionProvider } from './execution/ExecutionProvider.js';
import { useRoute } from './router/router.js';
import { ServiceNotice } from './shell/ServiceNotice.js';
import { Shell } from './shell/Shell.js';
import { SwapCard } from './swap/SwapCard.js';
import { familyOf } from './wallets/families.js';
import { WalletsProvider } from './wallets/WalletsProvider.js';

/** Properties of the {@link App}. */
export interface AppProps {
  readonly portage: Portage;
  readonly queryClient: QueryClient;
}

/** The whole app. */
export function App({ portage, queryClient }: AppProps): ReactElement {
  return (
    <QueryClientProvider client={queryClient}>
      <PortageProvider portage={portage}>
        <WalletsProvider>
          <ExecutionProvider>
            <Shell>
              <ServiceNotice />
              <Page />
            </Shell>
          </ExecutionProvider>
        </WalletsProvider>
      </PortageProvider>
    </QueryClientProvider>
  );
}

function Page(): ReactElement {
  const route = useRoute();
  if (route.page === 'activity') return <ActivityPage />;
  if (route.page === 'request') return <RequestPage requestId={route.requestId} />;
  return <SwapPage />;
}

function SwapPage(): ReactElement {
  const { data: chains } = useChains();
  const { stored } = useExecution();
  return (
    <div className="mx-auto max-w-[29rem]">
      {stored === undefined ? (
        <SwapCard chains={(chains ?? []).filter(({ vmType }) => familyOf(vmType) !== undefined)} />
      ) : (
        <ExecutionCard key={stored.quote.requestId} stored={stored} />
      )}
    </div>
  );
}
