import { describe, expect, it } from 'vitest';
import {
  chains,
  makeExecutor,
  makeQuote,
  minimumOutput,
  request,
} from '../../client/test/fixtures.js';
import { startService } from '../../client/test/startService.js';
import { createPortage, type Portage } from './index.js';

/** Actions as a caller without types sees them. */
type Untyped = Record<'swap' | 'execute' | 'verifyQuote', (...call: unknown[]) => Promise<unknown>>;

async function open(executors: unknown): Promise<Untyped> {
  const quote = await makeQuote();
  const service = await startService((heard, answer) =>
    answer.json(200, heard.path === '/chains' ? { chains } : quote),
  );
  const portage = createPortage({ baseUrl: service.url, executors: executors as [] });
  return portage as Portage & Untyped;
}

/** A wallet, where an executor is wanted. */
const wallet = { account: { address: '0x' }, signMessage: () => Promise.resolve('0x') };

describe('a caller without types is told what to do', () => {
  it.each<[string, unknown, (portage: Untyped) => Promise<unknown>, string, RegExp]>([
    [
      'swap(request)',
      [makeExecutor()],
      (one) => one.swap(request),
      'PRICE_UNBOUNDED',
      /minAmountOut/,
    ],
    [
      'execute(quote)',
      [makeExecutor()],
      async (one) => one.execute(await makeQuote()),
      'INVALID_CONFIGURATION',
      /Pass \{ quote, request/,
    ],
    ['execute()', [], (one) => one.execute(), 'INVALID_CONFIGURATION', /Pass \{ quote, request/],
    [
      'execute without a request',
      [makeExecutor()],
      async (one) => one.execute({ quote: await makeQuote(), minAmountOut: 1n }),
      'INVALID_CONFIGURATION',
      /Pass \{ quote, request/,
    ],
    [
      'executors: [wallet]',
      [wallet],
      (one) => one.swap(request, { minAmountOut: minimumOutput }),
      'INVALID_CONFIGURATION',
      /createEvmExecutor/,
    ],
    [
      'executors: wallet',
      wallet,
      (one) => one.swap(request, { minAmountOut: minimumOutput }),
      'INVALID_CONFIGURATION',
      /createEvmExecutor/,
    ],
    [
      'executors that are loaded and are none',
      () => Promise.resolve(wallet),
      (one) => one.swap(request, { minAmountOut: minimumOutput }),
      'INVALID_CONFIGURATION',
      /createEvmExecutor/,
    ],
  ])('%s', async (_, executors, call, code, hint) => {
    const error: unknown = await call(await open(executors)).catch((fault: unknown) => fault);
    expect(error).toMatchObject({ name: 'PortageError', code });
    expect((error as { readonly hint: string }).hint).toMatch(hint);
  });

  it('createPortage() and createPortage({})', () => {
    const make = createPortage as (options?: unknown) => unknown;
    for (const options of [undefined, {}, { baseUrl: 5 }, 'http://127.0.0.1'])
      expect(() => make(options)).toThrow(
        expect.objectContaining({ code: 'INVALID_CONFIGURATION' }),
      );
  });
});
