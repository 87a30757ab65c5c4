import type { ReactElement } from 'react';
import { Frame } from './Frame.js';
import { MoneyPage } from './pages/MoneyPage.js';
import { OverviewPage } from './pages/OverviewPage.js';
import { RequestsPage } from './pages/RequestsPage.js';
import { ServicePage } from './pages/ServicePage.js';
import { StoryPage } from './pages/StoryPage.js';
import { UsagePage } from './pages/UsagePage.js';
import { WebhooksPage } from './pages/WebhooksPage.js';
import { useDashboardRoute } from './route.js';

/** The page of the address, in the frame that all pages have. */
export function Pages(): ReactElement {
  return (
    <Frame>
      <Page />
    </Frame>
  );
}

function Page(): ReactElement {
  const { page, requestId } = useDashboardRoute();
  if (page === 'requests')
    return requestId === undefined ? <RequestsPage /> : <StoryPage requestId={requestId} />;
  if (page === 'usage') return <UsagePage />;
  if (page === 'money') return <MoneyPage />;
  if (page === 'webhooks') return <WebhooksPage />;
  if (page === 'service') return <ServicePage />;
  return <OverviewPage />;
}
