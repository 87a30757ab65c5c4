import { describe, expect, it } from 'vitest';
import type { ChainInfo } from '@portage/core';
import { chains, depository, makeQuote, request, stranger } from '../test/fixtures.js';
import { startService } from '../test/startService.js';
import { getChains } from './actions/getChains.js';
import { getQuote } from './actions/getQuote.js';
import { getStatus } from './actions/getStatus.js';
import { waitForStatus } from './actions/waitForStatus.js';
import { createClient, type ClientOptions } from './createClient.js';

describe('createClient', () => {
  it('asks for chains once per client, and again when told or after a fault', async () => {
    const service = await startService((_, answer) =>
      service.heard.length === 1 ? answer.json(501, {}) : answer.json(200, { chains }),
    );
    const client = createClient({ baseUrl: service.url });
    await expect(getChains(client)).rejects.toMatchObject({ code: 'UNKNOWN_ERROR' });
    const [first, second] = await Promise.all([getChains(client), getChains(client)]);
    expect(first).toEqual(chains);
    expect(second).toBe(first);
    expect(service.heard).toHaveLength(2);
    await getChains(client, { refresh: true });
    await getChains(createClient({ baseUrl: service.url }));
    expect(service.heard).toHaveLength(4);
  });

  it('asks nobody for pinned chains', async () => {
    expect(
      await getChains(createClient({ baseUrl: 'http://127.0.0.1:1', chains }), { refresh: true }),
    ).toBe(chains);
  });

  it('keeps what is pinned of a chain, whatever the service says later', async () => {
    const evil = structuredClone(chains).map((chain) => ({
      ...chain,
      displayName: 'new',
      solverAddresses: [stranger],
      contracts: { approvalProxy: stranger },
      protocol: { v2: { ...chain.protocol.v2, depository: stranger, orderSigner: stranger } },
    }));
    const first = chains.slice(0, 1);
    let said: readonly ChainInfo[] = first;
    const service = await startService((_, answer) => answer.json(200, { chains: said }));
    let text: string | undefined;
    const pinStore = { read: () => text, write: (given: string) => void (text = given) };
    const read = (options: Partial<ClientOptions>): Promise<readonly ChainInfo[]> =>
      getChains(createClient({ baseUrl: service.url, ...options }));
    expect(await read({ pinStore })).toEqual(first);
    said = evil;
    // The first chain stays; the second is new and trusted as it comes.
    expect(await read({ pinStore })).toEqual([{ ...chains[0], displayName: 'new' }, evil[1]]);
    const { filler } = chains[0]!.protocol.v2;
    const pins = chains.map(({ id }) => ({ id, protocol: { v2: { depository } } }));
    expect((await read({ pins })).map(({ protocol }) => protocol.v2)).toMatchObject(
      chains.map(() => ({ depository, filler, orderSigner: stranger })),
    );
    text = '[{"id":8453}]';
    await expect(read({ pinStore })).rejects.toMatchObject({ code: 'INVALID_CONFIGURATION' });
  });

  it('refuses a list of chains that is none', async () => {
    const service = await startService((_, answer) => answer.json(200, { chains: [{ id: 1 }] }));
    await expect(getChains(createClient({ baseUrl: service.url }))).rejects.toMatchObject({
      code: 'INVALID_RESPONSE',
      message: expect.stringContaining('0.name is no string') as string,
    });
  });

  it('sends the name of the app only where one is given', async () => {
    const quote = await makeQuote();
    const service = await startService((_, answer) => answer.json(200, quote));
    expect(await getQuote(createClient({ baseUrl: service.url }), request)).toEqual(quote);
    await getQuote(createClient({ baseUrl: service.url, source: 'app' }), request);
    expect(
      service.heard.map((heard) => (JSON.parse(heard.body) as { referrer?: string }).referrer),
    ).toEqual([undefined, 'app']);
  });

  it('says which member of a quote is odd', async () => {
    const quote = structuredClone(await makeQuote());
    quote.protocol.v2!.orderData.inputs[0]!.payment.amount = '-1';
    const service = await startService((_, answer) => answer.json(200, quote));
    await expect(getQuote(createClient({ baseUrl: service.url }), request)).rejects.toMatchObject({
      code: 'INVALID_RESPONSE',
      context: { mismatch: 'protocol.v2.orderData.inputs.0.payment.amount is no digits' },
    });
  });

  it('adds the members of plugins, each in a new client', async () => {
    const service = await startService((_, answer) => answer.json(200, { status: 'pending' }));
    const client = createClient({ baseUrl: service.url });
    const extended = client
      .extend((base) => ({ statusOf: async (id: string) => (await getStatus(base, id)).status }))
      .extend((base) => ({
        twice: async (id: string) => [await base.statusOf(id), await base.statusOf(id)],
      }));
    expect(await extended.twice('0x1')).toEqual(['pending', 'pending']);
    expect('statusOf' in client).toBe(false);
    expect(() => extended.extend(() => ({ call: 1 }))).toThrow(
      expect.objectContaining({ code: 'INVALID_CONFIGURATION' }),
    );
  });

  it('waits for a status and tells of changes', async () => {
    const service = await startService((_, answer) => {
      const stream = answer.stream();
      stream.send({ status: 'waiting' });
      stream.send({ status: 'success', txHashes: ['0x1'] });
    });
    const seen: string[] = [];
    const last = await waitForStatus(createClient({ baseUrl: service.url }), '0x1', {
      onStatus: (status) => void seen.push(status.status),
      timeoutMs: Infinity,
    });
    expect(last).toMatchObject({ status: 'success', txHashes: ['0x1'] });
    expect(seen).toEqual(['waiting', 'success']);
  });
});
