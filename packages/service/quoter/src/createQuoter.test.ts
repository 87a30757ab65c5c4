import { connect, Socket } from 'node:net';
import { PortageError, zeroAddress } from '@portage/core';
import { createChains } from '@portage/core/chain';
import { orderDataSchema } from '@portage/core/schemas';
import { hashOrder, normalizeOrder, verifyOrderSignature } from '@portage/order';
import {
  createFakeChain,
  fakeAddress,
  fakeCodec,
  fakeDepository,
  fakeNative,
} from '@portage/testing';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { testNow, usdcToken, weth, testChains } from '../test/chains.js';
import { other, testPayer, createQuoterHarness, signer } from '../test/quoterHarness.js';
import { readBack } from '../test/readBack.js';

const usdcBridge = {
  user: testPayer,
  originCurrency: usdcToken.base,
  destinationCurrency: usdcToken.optimism,
  amount: '100000000',
};
const codecOf = (slug: string) => testChains().bySlug(slug).codec;

describe('a quote', () => {
  it('is complete', async () => {
    const { quote, saved } = createQuoterHarness();
    const answer = await quote({ ...usdcBridge, recipient: other, referrer: 'shop.example' });
    expect(answer).toMatchSnapshot();
    expect(saved).toHaveLength(1);
    expect(saved[0]).toMatchObject({
      id: answer.requestId,
      orderId: answer.protocol.v2!.orderId,
      originChainId: 8453,
      destinationChainId: 10,
      payer: testPayer,
      recipient: other,
      referrer: 'shop.example',
      apiKeyId: 'key_1',
      orderSignature: undefined,
      createdAt: testNow,
      fillBy: testNow + 3_600_000,
    });
  });

  it('takes the defaults: one ether from Base to Optimism', async () => {
    const { details, fees } = await createQuoterHarness().quote({ user: testPayer });
    expect(details.currencyIn).toMatchObject({
      amount: '1000000000000000000',
      currency: { chainId: 8453, symbol: 'ETH' },
    });
    // Fill gas 0.0000007 and the flat fee of 0.02 USD at 2000 USD: 0.00001.
    expect(fees.relayer.amount).toBe((700_000_000_000n + 10_000_000_000_000n).toString());
    expect(details.currencyOut).toMatchObject({
      amount: '999989300000000000',
      currency: { chainId: 10, symbol: 'ETH' },
    });
    expect(details.currencyOut.minimumAmount).toBe('999489305350000000');
    expect(details.operation).toBe('bridge');
  });

  it('names an order whose id is its hash, in canonical form', async () => {
    const { quote, saved } = createQuoterHarness();
    const v2 = (await quote({ ...usdcBridge, user: '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266' }))
      .protocol.v2!;
    expect(hashOrder(v2.orderData, codecOf)).toBe(v2.orderId);
    expect(normalizeOrder(v2.orderData, codecOf)).toEqual(v2.orderData);
    expect(orderDataSchema.parse(JSON.parse(saved[0]!.orderData!))).toEqual(v2.orderData);
    expect(v2.orderData.inputs[0]!.refunds).toEqual([
      expect.objectContaining({
        chainId: 'base',
        currency: usdcToken.base,
        recipient: testPayer,
        minimumAmount: '0',
      }),
      expect.objectContaining({
        chainId: 'optimism',
        currency: usdcToken.optimism,
        recipient: testPayer,
        minimumAmount: '0',
      }),
    ]);
    expect(v2.orderData.output.deadline).toBe(Math.floor(testNow / 1000) + 7 * 86_400);
    expect(v2.paymentDetails).toEqual({
      chainId: 'base',
      depository: '0x4cd00e387622c35bddb9b4c962c136462338bc31',
      currency: usdcToken.base,
      amount: '100000000',
    });
  });

  it('stores figures that can be read back', async () => {
    const { quote, saved } = createQuoterHarness();
    const answer = await quote(usdcBridge);
    const { details, fees, feeSponsorship } = answer;
    expect(readBack(saved[0]!)).toEqual({ details, fees, feeSponsorship });
    // Far below 2 kB, where PostgreSQL starts to compress.
    expect(saved[0]!.quote.length).toBeLessThan(600);
  });

  it('is signed when protocol data is asked for', async () => {
    const { quote, saved } = createQuoterHarness();
    const v2 = (await quote({ ...usdcBridge, includeProtocolData: true })).protocol.v2!;
    expect(
      verifyOrderSignature({
        orderId: v2.orderId,
        signature: v2.orderSignature ?? '',
        solver: signer.address,
      }),
    ).toBe(true);
    expect(v2.orderData.solver).toBe(signer.address.toLowerCase());
    expect(saved[0]!.orderSignature).toBe(v2.orderSignature);
  });

  it('C11: differs from an equal one in its ids and salt', async () => {
    const { quote } = createQuoterHarness();
    const [one, two] = [await quote(usdcBridge), await quote(usdcBridge)];
    expect(one.requestId).not.toBe(two.requestId);
    expect(one.protocol.v2!.orderId).not.toBe(two.protocol.v2!.orderId);
  });

  it('has the id of its order where a payment names its request alone', async () => {
    const { quote } = createQuoterHarness({ chains: testChains({ base: { namesRequest: true } }) });
    const { requestId, protocol } = await quote(usdcBridge);
    expect(requestId).toBe(protocol.v2!.orderId);
    const { quote: other } = createQuoterHarness();
    const apart = await other(usdcBridge);
    expect(apart.requestId).not.toBe(apart.protocol.v2!.orderId);
  });

  it('is not answered before it is stored', async () => {
    const events: string[] = [];
    let finish = (): void => undefined;
    const { quoteText } = createQuoterHarness({
      save: () => new Promise((resolve) => (finish = resolve)),
    });
    const answered = quoteText(usdcBridge).then(() => events.push('answered'));
    await new Promise((resolve) => setImmediate(resolve));
    events.push('stored');
    finish();
    await answered;
    expect(events).toEqual(['stored', 'answered']);
  });

  it('is not answered at all when it cannot be stored', async () => {
    const { quoteText } = createQuoterHarness({
      save: () => Promise.reject(new PortageError('SERVICE_UNAVAILABLE')),
    });
    await expect(quoteText(usdcBridge)).rejects.toMatchObject({ code: 'SERVICE_UNAVAILABLE' });
  });

  it('C10: has no steps and leaves no trace when it is indicative', async () => {
    const { quote, saved } = createQuoterHarness();
    const answer = await quote({ ...usdcBridge, indicativeQuote: true, includeProtocolData: true });
    expect(answer.steps).toEqual([]);
    expect(answer.protocol.v2!.orderSignature).toBeUndefined();
    expect(saved).toEqual([]);
  });

  it('is filled within ttl, at most as long as the order lives', async () => {
    const { quote, saved } = createQuoterHarness({ policy: { fillWindowSeconds: 15_552_000 } });
    await quote({ ...usdcBridge, ttl: 30 });
    await quote(usdcBridge);
    expect(saved.map(({ fillBy }) => fillBy - testNow)).toEqual([30_000, 7 * 86_400_000]);
  });

  it.each([
    ['an hour within one asset', usdcBridge, 3_600],
    [
      'ten minutes between two',
      { ...usdcBridge, originCurrency: zeroAddress, amount: '100000000000000000' },
      600,
    ],
  ])('is filled for %s, and refused where ttl is longer', async (_, body, longest) => {
    const { quote, quoteText, saved } = createQuoterHarness();
    await quote(body);
    await quote({ ...body, ttl: longest });
    for (const ttl of [longest + 1, 7 * 86_400])
      await expect(quoteText({ ...body, ttl })).rejects.toMatchObject({
        code: 'INVALID_REQUEST',
        details: [
          {
            path: 'ttl',
            message: `is longer than the ${String(longest)} seconds for these currencies`,
          },
        ],
      });
    expect(saved.map(({ fillBy }) => fillBy - testNow)).toEqual([1000 * longest, 1000 * longest]);
  });

  it('O4: pays back to refundTo, else to the recipient, else to the payer', async () => {
    const refunds = async (body: object) =>
      (
        await createQuoterHarness().quote({ ...usdcBridge, ...body })
      ).protocol.v2!.orderData.inputs[0]!.refunds.map((refund) => refund.recipient);
    const third = '0x3c44cdddb6a900fa2b585dd299e03d12fa4293bc';
    expect(await refunds({})).toEqual([testPayer, testPayer]);
    expect(await refunds({ recipient: other })).toEqual([other, other]);
    expect(await refunds({ recipient: other, refundTo: third })).toEqual([third, third]);
  });

  it('crosses families of chains when each side has an account', async () => {
    const body = {
      ...usdcBridge,
      destinationChainId: 3_586_256,
      destinationCurrency: '0',
      recipient: '509564',
    };
    const { orderData } = (await createQuoterHarness().quote(body)).protocol.v2!;
    expect(orderData.inputs[0]!.refunds.map((refund) => refund.recipient)).toEqual([
      testPayer,
      '509564',
    ]);
    expect(orderData.output).toMatchObject({ chainId: 'lighter', extraData: '0x' });
  });

  it('shows a balance that is known, and 0 otherwise', async () => {
    expect((await createQuoterHarness().quote(usdcBridge)).details.userBalance).toBe('0');
    const known = createQuoterHarness({
      userBalance: (chain, account, currency) =>
        chain.id === 8453 && account === testPayer && currency === usdcToken.base ? 77n : undefined,
    });
    expect((await known.quote(usdcBridge)).details.userBalance).toBe('77');
  });

  it('makes what could deceive a reader of the referrer visible', async () => {
    const { quote, saved } = createQuoterHarness();
    await quote({ ...usdcBridge, referrer: 'a\u0000b\r\nc\u202ed\ud800e' });
    expect(saved[0]!.referrer).toBe('a\ufffdb\ufffd\ufffdc\ufffdd\ufffde');
  });
});

it('knows nothing of any family of chains', async () => {
  const now = (): number => testNow;
  const chains = createChains([
    createFakeChain({ id: 1, slug: 'one', now }).chain,
    createFakeChain({ id: 2, slug: 'two', now }).chain,
  ]);
  const { quote } = createQuoterHarness({ chains });
  const user = fakeAddress('alice');
  const recipient = fakeAddress('bob');
  const { protocol, steps, details } = await quote({
    user,
    recipient,
    originChainId: 1,
    destinationChainId: 2,
    originCurrency: fakeNative,
    destinationCurrency: fakeNative,
  });
  expect(hashOrder(protocol.v2!.orderData, () => fakeCodec)).toBe(protocol.v2!.orderId);
  expect(protocol.v2!.paymentDetails).toEqual({
    chainId: 'one',
    depository: fakeDepository,
    currency: fakeNative,
    amount: details.currencyIn.amount,
  });
  expect(protocol.v2!.orderData.output.payments).toEqual([
    expect.objectContaining({ recipient, currency: fakeNative }),
  ]);
  expect(steps.map((step) => step.id)).toEqual(['deposit']);
});

describe('members that change nothing', () => {
  it.each([
    { strict: true },
    { strict: false },
    { refundOnOrigin: false },
    { referrerAddress: other },
    { explicitDeposit: true },
    { overridePriceImpact: true },
    { disableSwapProviderPreference: true },
    { disableOriginSwaps: true },
    { includedSwapSources: [], maxRouteLength: 2 },
    { useFallbacks: true },
    { forceSolverExecution: true },
    {
      usePermit: false,
      topupGas: false,
      useDepositAddress: false,
      subsidizeFees: false,
      useExternalLiquidity: false,
      useRouteRacing: false,
    },
    { txs: [], authorizationList: [], appFees: [], latePaymentSlippageTolerance: '0' },
    { unheardOf: { deep: ['member'] } },
  ])('%j', async (extra) => {
    expect(await createQuoterHarness().quoteText({ ...usdcBridge, ...extra })).toBe(
      await createQuoterHarness().quoteText(usdcBridge),
    );
  });
});

describe('the network', () => {
  afterEach(() => vi.restoreAllMocks());

  it('is never used', async () => {
    const opened = vi.spyOn(Socket.prototype, 'connect').mockImplementation(() => {
      throw new Error('A socket was opened.');
    });
    const fetched = vi.spyOn(globalThis, 'fetch');
    expect(() => connect(1)).toThrow('A socket was opened.');
    opened.mockClear();
    await createQuoterHarness().quote({ ...usdcBridge, includeProtocolData: true });
    await createQuoterHarness().quote({ user: testPayer, destinationCurrency: weth });
    expect(opened).not.toHaveBeenCalled();
    expect(fetched).not.toHaveBeenCalled();
  });
});
