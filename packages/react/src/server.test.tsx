import { createPortage } from '@portage/sdk';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import type { ReactElement } from 'react';
import { renderToString } from 'react-dom/server';
import { expect, it } from 'vitest';
import { request, requestId } from '../../client/test/fixtures.js';
import {
  PortageProvider,
  useChains,
  useCurrencies,
  useExecute,
  useQuote,
  useRequest,
} from './index.js';

it('renders on a server: nothing is asked, and no browser is needed', () => {
  const calls: string[] = [];
  const fetch: typeof globalThis.fetch = (input) => {
    calls.push(input instanceof Request ? input.url : input.toString());
    return Promise.reject(new Error('not on a server'));
  };
  const portage = createPortage({ baseUrl: 'http://127.0.0.1:1', fetch });

  function Page(): ReactElement {
    const states = [
      useChains().status,
      useCurrencies().status,
      useQuote(request).status,
      useRequest(requestId).status,
      useExecute().status,
    ];
    return <p>{states.join(' ')}</p>;
  }

  const html = renderToString(
    <QueryClientProvider client={new QueryClient()}>
      <PortageProvider portage={portage}>
        <Page />
      </PortageProvider>
    </QueryClientProvider>,
  );
  expect(html).toBe('<p>pending pending pending pending idle</p>');
  expect(calls).toEqual([]);
});
