// @vitest-environment happy-dom
// @vitest-environment-options {"settings":{"fetch":{"disableSameOriginPolicy":true}}}
import { createPortage, type Portage, type QuoteBody } from '@portage/sdk';
import { waitFor } from '@testing-library/react';
import { expect, it, onTestFinished, vi } from 'vitest';
import {
  chains,
  makeExecutor,
  makeQuote,
  minimumOutput as minAmountOut,
  request,
  requestId,
  stranger,
  txIdOf,
} from '../../client/test/fixtures.js';
import { startService, type Script, type Stream } from '../../client/test/startService.js';
import { renderWith } from '../test/renderHooks.js';
import { useChains } from './useChains.js';
import { useCurrencies } from './useCurrencies.js';
import { useExecute } from './useExecute.js';
import { useQuote } from './useQuote.js';
import { useRequest } from './useRequest.js';

const status = (word: string) => ({
  requestId,
  status: word,
  inTxHashes: [],
  txHashes: [],
  updatedAt: 1,
});

async function serve(script: Script) {
  const service = await startService(script);
  const executor = makeExecutor();
  const portage = createPortage({ baseUrl: service.url, executors: [executor] });
  return { service, portage, executor };
}

const asked = (heard: readonly { readonly path: string }[], path: string): number =>
  heard.filter((each) => each.path === path).length;

it('reads chains once, however often they are used', async () => {
  const { portage, service } = await serve((_, answer) => answer.json(200, { chains }));
  const { result, rerender } = renderWith(portage, () => [useChains(), useChains()] as const);
  await waitFor(() => expect(result.current[1].data).toEqual(chains));
  rerender();
  expect(asked(service.heard, '/chains')).toBe(1);
});

it('searches currencies, and keeps what is shown until the next results are there', async () => {
  const { portage } = await serve(({ body }, answer) => {
    const { term } = JSON.parse(body) as { readonly term: string };
    answer.json(200, [{ chainId: 1, address: '0x', symbol: term, decimals: 6 }]);
  });
  const { result, rerender } = renderWith(
    portage,
    ({ term }: { readonly term: string }) => useCurrencies({ term }),
    { term: 'usd' },
  );
  await waitFor(() => expect(result.current.data?.[0]?.symbol).toBe('usd'));
  rerender({ term: 'usdc' });
  expect(result.current.data?.[0]?.symbol).toBe('usd');
  await waitFor(() => expect(result.current.data?.[0]?.symbol).toBe('usdc'));
});

it('asks for a quote, and for another one before it is old', async () => {
  const quote = await makeQuote();
  const { portage, service } = await serve((_, answer) => answer.json(200, quote));
  const { result } = renderWith(portage, () => useQuote(request, { refreshMs: 100 }));
  await waitFor(() => expect(result.current.data?.requestId).toBe(requestId));
  const { refreshesAt, dataUpdatedAt } = result.current;
  expect(refreshesAt).toBe(dataUpdatedAt + 100);
  await waitFor(() => expect(asked(service.heard, '/quote/v2')).toBeGreaterThan(2));
});

it('P11: asks no sooner where the clock of the device is eleven minutes fast', async () => {
  const serviceNow = Date.now() - 660_000;
  const quote = { ...(await makeQuote()), expiresAt: serviceNow + 300_000 };
  const date = new Date(serviceNow).toUTCString();
  const { portage } = await serve((_, answer) => answer.json(200, quote, { date }));
  const { result } = renderWith(portage, () => useQuote(request));
  await waitFor(() => expect(result.current.data?.requestId).toBe(requestId));
  const { refreshesAt, dataUpdatedAt } = result.current;
  expect(refreshesAt).toBe(dataUpdatedAt + 15_000);
});

it('asks for another quote before a short one expires', async () => {
  const expiresAt = Date.now() + 10_000;
  const quote = { ...(await makeQuote()), expiresAt };
  const { portage } = await serve((_, answer) => answer.json(200, quote));
  const { result } = renderWith(portage, () => useQuote(request));
  await waitFor(() => expect(result.current.data?.expiresAt).toBe(expiresAt));
  expect(result.current.refreshesAt).toBe(expiresAt - 1_000);
});

it('asks nothing without a request, and not again where the request is wrong', async () => {
  const { portage, service } = await serve((_, answer) =>
    answer.json(400, { message: 'Too little.', errorCode: 'AMOUNT_TOO_LOW' }),
  );
  const { result, rerender } = renderWith(
    portage,
    ({ body }: { readonly body: QuoteBody | undefined }) => useQuote(body, { refreshMs: false }),
    { body: undefined as QuoteBody | undefined },
  );
  expect([result.current.fetchStatus, result.current.refreshesAt]).toEqual(['idle', undefined]);
  rerender({ body: request });
  await waitFor(() => expect(result.current.error).toMatchObject({ code: 'AMOUNT_TOO_LOW' }));
  expect(asked(service.heard, '/quote/v2')).toBe(1);
});

it('follows a request as its status is pushed, and stops when nobody looks', async () => {
  const streams: Stream[] = [];
  const { portage, service } = await serve((_, answer) => void streams.push(answer.stream()));
  const { result, unmount } = renderWith(portage, () => useRequest(requestId));
  await waitFor(() => expect(streams).toHaveLength(1));
  for (const word of ['depositing', 'pending']) {
    streams[0]?.send(status(word));
    await waitFor(() => expect(result.current.data?.status).toBe(word));
    expect(result.current.fetchStatus).toBe('fetching');
  }
  unmount();
  await waitFor(() => expect(service.unfinished()).toBe(0));
});

it('does not ask again for a request that has ended', async () => {
  const { portage, service } = await serve((_, answer) => answer.stream().send(status('success')));
  const { result } = renderWith(portage, () => [useRequest(requestId), useRequest(requestId)]);
  await waitFor(() => expect(result.current[0]?.data?.status).toBe('success'));
  await waitFor(() => expect(result.current[0]?.fetchStatus).toBe('idle'));
  expect(asked(service.heard, '/intents/status/v3')).toBe(1);
});

async function serveExecution(): Promise<{
  readonly portage: Portage;
  readonly submitted: readonly string[];
}> {
  const { portage, executor } = await serve((heard, answer) => {
    const end = { ...status('success'), inTxHashes: [txIdOf('deposit')], txHashes: ['0xf1'] };
    if (heard.path === '/chains') answer.json(200, { chains });
    else if (heard.path === '/transactions/index') answer.json(200, { message: 'ok' });
    else if (heard.headers.accept !== 'text/event-stream') answer.json(200, status('waiting'));
    else answer.stream().send(end);
  });
  return { portage, submitted: executor.submitted };
}

it('executes a quote and shows how far it is', async () => {
  const quote = await makeQuote();
  const { portage, submitted } = await serveExecution();
  const seen: string[] = [];
  const { result } = renderWith(portage, () => useExecute());
  expect(result.current.progress).toBeUndefined();
  result.current.mutate({
    quote,
    request,
    minAmountOut,
    onProgress: ({ state }) => void seen.push(state),
  });
  await waitFor(() => expect(result.current.data?.status).toBe('success'));
  expect(result.current.progress).toMatchObject({ state: 'success', txHashes: ['0xf1'] });
  expect([seen[0], seen.at(-1)]).toEqual(['running', 'success']);
  expect(submitted).toEqual(['approve', 'deposit']);
});

it('signs nothing for a quote that does something else, and does not try again', async () => {
  const quote = await makeQuote();
  const { portage, submitted } = await serveExecution();
  const { result } = renderWith(portage, () => useExecute());
  result.current.mutate({ quote, request: { ...request, recipient: stranger }, minAmountOut });
  await waitFor(() =>
    expect(result.current.error).toMatchObject({
      code: 'QUOTE_VERIFICATION_FAILED',
      context: { check: 'recipient' },
    }),
  );
  expect([submitted, result.current.failureCount]).toEqual([[], 1]);
});

it('says what is missing outside a provider', () => {
  const quiet = vi.spyOn(console, 'error').mockImplementation(() => undefined);
  onTestFinished(() => quiet.mockRestore());
  expect(() => renderWith(undefined as unknown as Portage, () => useChains())).toThrow(
    'usePortage needs a <PortageProvider',
  );
});
