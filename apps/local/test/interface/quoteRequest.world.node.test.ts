import type { OrderData, Quote, StepItem } from '@portage/core';
import { orderDataSchema } from '@portage/core/schemas';
import { zeroAddress } from 'viem';
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  at,
  freshAccount,
  listAt,
  openInterface,
  type InterfaceSystem,
} from './interfaceSystem.js';
import { useSystem } from '../world/useSystem.js';

/** Members of a request for a quote, as docs/spec/quote.md promises them, on a running service. */
let system: InterfaceSystem;

beforeAll(async () => {
  system = await openInterface(await useSystem());
});
afterAll(() => system.close());

/** A row of docs/spec with what it promises, and how that is seen. */
type Row = readonly [row: string, check: () => Promise<void>];

const dai = (id: 8453 | 10) => system.chain(id).uniswap.tokens.dai.address;
const wbtc = (id: 8453 | 10) => system.chain(id).uniswap.tokens.wbtc.address;

function orderOf({ protocol }: Quote): OrderData {
  return orderDataSchema.parse(protocol.v2?.orderData);
}

const itemsOf = ({ steps }: Quote): readonly StepItem[] => steps.flatMap(({ items }) => items);

/** Data of the last item, of whichever family. */
const dataOf = (quote: Quote): unknown => itemsOf(quote).at(-1)?.data;

async function expectRefusal(members: object, code: string, path?: string): Promise<void> {
  const refusal = await system.refusal({ ...members });
  expect(refusal).toMatchObject({ code });
  if (path !== undefined) expect(refusal.paths).toContain(path);
}

/** Entry of a request that only its id finds. */
async function entryOf({ requestId }: Quote): Promise<unknown> {
  return at(await system.get(`/requests/v2?id=${requestId}`), 'requests.0');
}

const call = () => ({ to: freshAccount(), value: '0', data: '0x' });
const solanaOrigin = () => ({
  user: system.solanaUser,
  originChainId: system.solana.id,
  originCurrency: system.solana.usdc,
  recipient: freshAccount(),
});

describe('who pays and who receives', () => {
  test.each<Row>([
    [
      'quote#user: pays, performs the steps, and is required',
      async () => {
        const quote = await system.quote();
        expect(quote.details.sender.toLowerCase()).toBe(system.user.toLowerCase());
        expect(dataOf(quote)).toMatchObject({ from: quote.details.sender });
        await expectRefusal({ user: undefined }, 'INVALID_REQUEST', 'user');
      },
    ],
    [
      'quote#recipient, quote#default-recipient: receives; by default the user',
      async () => {
        const recipient = freshAccount().toLowerCase();
        const [named, own] = [await system.quote({ recipient }), await system.quote()];
        expect(named.details.recipient).toBe(recipient);
        expect(orderOf(named).output.payments[0]?.recipient).toBe(recipient);
        expect(own.details.recipient).toBe(own.details.sender);
        await expectRefusal({ recipient: zeroAddress }, 'INVALID_RECIPIENT', 'recipient');
        await expectRefusal(
          { ...solanaOrigin(), recipient: undefined },
          'INVALID_ADDRESS',
          'recipient',
        );
      },
    ],
    [
      'quote#refundTo, quote#default-refundTo: gets refunds; by default the recipient, then the user',
      async () => {
        const [refundTo, recipient] = [freshAccount().toLowerCase(), freshAccount().toLowerCase()];
        const refundOf = (quote: Quote) => orderOf(quote).inputs[0]?.refunds[0]?.recipient;
        expect(refundOf(await system.quote({ refundTo, recipient }))).toBe(refundTo);
        expect(refundOf(await system.quote({ recipient }))).toBe(recipient);
        expect(refundOf(await system.quote(solanaOrigin()))).toBe(system.solanaUser);
        await expectRefusal({ refundTo: system.solanaUser }, 'INVALID_ADDRESS', 'refundTo');
      },
    ],
    [
      'quote#recoveryAddress, quote#rule-recoveryAddress: deposits in its name, at a deposit address only',
      async () => {
        const recoveryAddress = freshAccount().toLowerCase();
        const quote = await system.quote({ useDepositAddress: true, recoveryAddress });
        expect(await entryOf(quote)).toMatchObject({
          depositAddress: { depositor: recoveryAddress },
        });
        expect(orderOf(quote).inputs[0]?.refunds[0]?.recipient).not.toBe(recoveryAddress);
        await expectRefusal({ recoveryAddress }, 'INVALID_REQUEST', 'recoveryAddress');
      },
    ],
    [
      'quote#referrer, quote#referrerAddress: name the app',
      async () => {
        const referrerAddress = freshAccount().toLowerCase();
        const quote = await system.quote({ referrer: 'shop.example', referrerAddress });
        expect(await entryOf(quote)).toMatchObject({ referrer: 'shop.example', referrerAddress });
        await expectRefusal({ referrer: 'x'.repeat(257) }, 'INVALID_REQUEST', 'referrer');
      },
    ],
  ])('%s', (_, check) => check());
});

describe('from where to where, and how much', () => {
  test.each<Row>([
    [
      'quote#originChainId, quote#destinationChainId, quote#originCurrency, quote#destinationCurrency: choose both sides',
      async () => {
        const { details } = await system.quote({
          originChainId: 10,
          destinationChainId: 8453,
          originCurrency: system.usdc(10),
          destinationCurrency: zeroAddress,
        });
        expect(details.currencyIn.currency).toMatchObject({ chainId: 10, symbol: 'USDC' });
        expect(details.currencyOut.currency).toMatchObject({ chainId: 8453, symbol: 'ETH' });
        await expectRefusal({ originChainId: 4242 }, 'UNSUPPORTED_CHAIN', 'originChainId');
      },
    ],
    [
      'quote#amount, quote#EXACT_INPUT: is the input, and what is left after fees comes out',
      async () => {
        const { details } = await system.quote({ amount: '12345678' });
        expect(details.currencyIn.amount).toBe('12345678');
        expect(BigInt(details.currencyOut.amount)).toBeLessThan(12_345_678n);
        await expectRefusal({ amount: '0' }, 'AMOUNT_TOO_LOW', 'amount');
      },
    ],
    [
      'quote#tradeType, quote#EXACT_OUTPUT: exactly the amount comes out',
      async () => {
        const { details } = await system.quote({ tradeType: 'EXACT_OUTPUT' });
        expect(details.currencyOut).toMatchObject({ amount: '100000000' });
        expect(details.currencyOut.minimumAmount).toBe('100000000');
        expect(BigInt(details.currencyIn.amount)).toBeGreaterThan(100_000_000n);
        await expectRefusal({ tradeType: 'EXACT' }, 'INVALID_REQUEST', 'tradeType');
      },
    ],
    [
      'quote#EXPECTED_OUTPUT: the amount comes out, less the slippage tolerance at least',
      async () => {
        const { details } = await system.quote({
          tradeType: 'EXPECTED_OUTPUT',
          slippageTolerance: '100',
        });
        expect(details.currencyOut.amount).toBe('100000000');
        expect(details.currencyOut.minimumAmount).toBe('99000000');
      },
    ],
  ])('%s', (_, check) => check());
});

describe('calls on the destination', () => {
  test.each<Row>([
    [
      'quote#txs, quote#txs-to, quote#txs-value, quote#txs-data: are made by the payout',
      async () => {
        const txs = [call(), { ...call(), value: '7' }];
        const quote = await system.quote({ destinationCurrency: zeroAddress, txs });
        expect(orderOf(quote).output.calls).toHaveLength(2);
        const refused = async (members: object, code: string, path: string) =>
          expectRefusal({ txs: [{ ...call(), ...members }] }, code, path);
        const { depository } = system.chain(10).contracts;
        await refused({ to: depository }, 'INVALID_EXTRA_TXS', 'txs.0.to');
        await refused({ value: '1' }, 'INVALID_EXTRA_TXS', 'txs');
        await refused({ data: '0x123' }, 'INVALID_EXTRA_TXS', 'txs.0.data');
      },
    ],
    [
      'quote#txsGasLimit, quote#default-txsGasLimit: is charged in full, 250,000 a call by default',
      async () => {
        const txs = [call()];
        const gasOf = async (members: object) =>
          Number((await system.quote({ txs, ...members })).fees.relayerGas.amount);
        const [usual, same, more] = [
          await gasOf({}),
          await gasOf({ txsGasLimit: 250_000 }),
          await gasOf({ txsGasLimit: 2_500_000 }),
        ];
        expect(Math.abs(usual - same)).toBeLessThanOrEqual(usual / 2);
        expect(more).toBeGreaterThan(2 * same);
      },
    ],
    [
      'quote#gasLimitForDepositSpecifiedTxs: is read as txsGasLimit, and refused without calls',
      async () => {
        const gasOf = async (members: object) =>
          Number((await system.quote({ txs: [call()], ...members })).fees.relayerGas.amount);
        const more = await gasOf({ gasLimitForDepositSpecifiedTxs: 2_500_000 });
        expect(more).toBeGreaterThan(2 * (await gasOf({})));
        await expectRefusal(
          { gasLimitForDepositSpecifiedTxs: 100_000 },
          'INVALID_GAS_LIMIT_FOR_DEPOSIT_SPECIFIED_TXS',
        );
      },
    ],
    [
      'quote#authorizationList, quote#authorizationList-chainId, quote#authorizationList-address, quote#authorizationList-nonce, quote#authorizationList-signature: go with the payout, each checked',
      async () => {
        const account = privateKeyToAccount(generatePrivateKey());
        const sign = async (chainId: number, nonce: number, by = account) => {
          const address = system.chain(10).contracts.multicall3;
          const signed = await by.signAuthorization({ address, chainId, nonce });
          const { r, s, yParity } = signed;
          return { chainId, address, nonce, yParity, r, s };
        };
        const good = await sign(10, 0);
        const quote = await system.quote({ txs: [call()], authorizationList: [good] });
        expect(orderOf(quote).output.extraData).not.toBe('0x');
        // They are made with the payout, which takes the gas of each.
        const txs = [call()];
        const signers = Array.from({ length: 16 }, () => privateKeyToAccount(generatePrivateKey()));
        const many = await Promise.all(signers.map((signer) => sign(10, 0, signer)));
        const [plain, full] = [
          await system.quote({ txs }),
          await system.quote({ txs, authorizationList: many }),
        ].map(({ fees }) => Number(fees.relayerGas.amount));
        expect(full).toBeGreaterThan(1.5 * (plain ?? Infinity));
        const refused = (list: readonly object[]) =>
          expectRefusal({ txs: [call()], authorizationList: list }, 'INVALID_AUTHORIZATION');
        await refused([await sign(0, 0)]);
        await refused([await sign(8453, 0)]);
        await refused([good, await sign(10, 0)]);
        await refused([{ ...good, s: `0x${'f'.repeat(64)}` }]);
        await expectRefusal(
          { txs: [call()], authorizationList: [{ ...good, address: '0x12' }] },
          'INVALID_REQUEST',
          'authorizationList.0.address',
        );
      },
    ],
    [
      'quote#topupGas, quote#topupGasAmount, quote#default-topupGasAmount, quote#rule-topupGasAmount: pays native currency beside',
      async () => {
        const topupOf = async (members: object) =>
          orderOf(await system.quote({ topupGas: true, ...members })).output.payments[1];
        // One USD at 2,500 USD an ether.
        expect(await topupOf({ topupGasAmount: '100000' })).toMatchObject({
          currency: zeroAddress,
          minimumAmount: '400000000000000',
        });
        expect(await topupOf({})).toMatchObject({ minimumAmount: '8000000000000000' });
        expect(await topupOf({ destinationCurrency: zeroAddress })).toBeUndefined();
        await expectRefusal({ topupGasAmount: '1' }, 'INVALID_REQUEST', 'topupGasAmount');
      },
    ],
  ])('%s', (_, check) => check());
});

describe('how it is paid', () => {
  test.each<Row>([
    [
      'quote#usePermit, quote#permitExpiry, quote#default-permitExpiry: a signature instead of a transaction',
      async () => {
        const usual = await system.quote({ usePermit: true });
        expect(usual.steps).toMatchObject([{ kind: 'signature' }]);
        const expiryOf = (quote: Quote): number =>
          Number(at(dataOf(quote), 'sign.value.validBefore'));
        const short = await system.quote({ usePermit: true, permitExpiry: 60 });
        const now = Date.now() / 1000;
        expect(Math.abs(expiryOf(usual) - now - 600)).toBeLessThan(30);
        expect(Math.abs(expiryOf(short) - now - 60)).toBeLessThan(30);
        await expectRefusal(
          { usePermit: true, originCurrency: zeroAddress, amount: '100000000000000000' },
          'UNSUPPORTED_FEATURE',
          'usePermit',
        );
      },
    ],
    [
      'quote#originGasOverhead: a gasless deposit, which needs a key',
      async () => {
        const gasOf = (quote: Quote) => BigInt(quote.fees.relayerGas.amount);
        const [usual, gasless] = [
          await system.quote({}, system.key),
          await system.quote({ originGasOverhead: 1_000_000 }, system.key),
        ];
        expect(gasOf(gasless)).toBeGreaterThan(gasOf(usual));
        await expectRefusal({ originGasOverhead: 80_000 }, 'UNAUTHORIZED');
      },
    ],
    [
      'quote#useDepositAddress: an address of its own, strict for an exact output',
      async () => {
        const typeOf = async (members: object) => {
          const quote = await system.quote({ useDepositAddress: true, ...members });
          expect(quote.steps[0]?.depositAddress).toMatch(/^0x.{40}$/);
          return at(await entryOf(quote), 'depositAddress.depositAddressType');
        };
        expect(await typeOf({})).toBe('open');
        expect(await typeOf({ tradeType: 'EXPECTED_OUTPUT' })).toBe('open');
        const refundTo = freshAccount();
        expect(await typeOf({ tradeType: 'EXACT_OUTPUT', refundTo })).toBe('strict');
      },
    ],
    [
      'quote#depositFeePayer, quote#includeComputeUnitLimit, quote#useSharedAccounts: shape a deposit on Solana',
      async () => {
        const dataFor = async (members: object): Promise<unknown> =>
          dataOf(await system.quote({ ...solanaOrigin(), ...members }));
        const [plain, limited, shared] = [
          await dataFor({}),
          await dataFor({ includeComputeUnitLimit: true }),
          await dataFor({ useSharedAccounts: true }),
        ];
        const count = (data: unknown) => listAt(data, 'instructions').length;
        expect(count(limited)).toBeGreaterThan(count(plain));
        expect(count(shared)).toBe(count(plain));
        const feePayer = system.solanaOther;
        expect(await dataFor({ depositFeePayer: feePayer })).toMatchObject({ feePayer });
        await expectRefusal(
          { ...solanaOrigin(), depositFeePayer: system.solanaUser },
          'INVALID_REQUEST',
          'depositFeePayer',
        );
      },
    ],
  ])('%s', (_, check) => check());
});

describe('prices and time', () => {
  test.each<Row>([
    [
      'quote#slippageTolerance, quote#limit-slippage: basis points that the output may lose',
      async () => {
        const { currencyOut } = (await system.quote({ slippageTolerance: '50' })).details;
        const least = (BigInt(currencyOut.amount) * 9_950n + 9_999n) / 10_000n;
        expect(BigInt(currencyOut.minimumAmount) - least).toBeGreaterThanOrEqual(-1n);
        expect(BigInt(currencyOut.minimumAmount) - least).toBeLessThanOrEqual(1n);
        for (const member of ['slippageTolerance', 'latePaymentSlippageTolerance']) {
          await expectRefusal({ [member]: '10001' }, 'INVALID_SLIPPAGE_TOLERANCE', member);
          await expectRefusal({ [member]: '-1' }, 'INVALID_SLIPPAGE_TOLERANCE', member);
          await system.quote({ [member]: '0' });
          await system.quote({ [member]: '10000' });
        }
      },
    ],
    [
      'quote#latePaymentSlippageTolerance, quote#default-latePaymentSlippageTolerance: what a late deposit may lose further',
      async () => {
        const late = await system.quote({
          slippageTolerance: '50',
          latePaymentSlippageTolerance: '100',
        });
        const usual = await system.quote({ slippageTolerance: '50' });
        expect(late.details.slippageTolerance).toHaveProperty('latePayment');
        expect(usual.details.slippageTolerance).not.toHaveProperty('latePayment');
        const signed = BigInt(orderOf(late).output.payments[0]?.minimumAmount ?? 0);
        expect(BigInt(late.details.currencyOut.minimumAmount)).toBeGreaterThan(signed);
        expect(late.expiresAt).toBeGreaterThan((usual.expiresAt ?? 0) + 86_400_000);
      },
    ],
    [
      'quote#ttl, quote#default-ttl, quote#limit-ttl: seconds from the quote on, bounded by the operator',
      async () => {
        const secondsOf = async (members: object) =>
          ((await system.quote({ ...members })).expiresAt ?? 0) / 1000 - Date.now() / 1000;
        expect(Math.abs((await secondsOf({ ttl: 60 })) - 60)).toBeLessThan(10);
        expect(Math.abs((await secondsOf({})) - 3_600)).toBeLessThan(10);
        const toEther = { destinationCurrency: zeroAddress };
        expect(Math.abs((await secondsOf(toEther)) - 600)).toBeLessThan(10);
        await expectRefusal({ ttl: 3_601 }, 'INVALID_REQUEST', 'ttl');
        await expectRefusal({ ...toEther, ttl: 601 }, 'INVALID_REQUEST', 'ttl');
        await expectRefusal({ ttl: 0 }, 'INVALID_REQUEST', 'ttl');
      },
    ],
    [
      'quote#fixedRate, keys-and-usage#fixed-rate: needs the right, and gives its rate',
      async () => {
        const { details } = await system.quote({ fixedRate: '1:0.998' }, system.key);
        expect(details).toMatchObject({ isFixedRate: true, currencyOut: { amount: '99800000' } });
        await expectRefusal({ fixedRate: '1:0.998' }, 'UNAUTHORIZED');
        const plain = await system.createSponsor(1n);
        expect(await system.refusal({ fixedRate: '1:0.998' }, plain)).toMatchObject({
          status: 403,
          code: 'FORBIDDEN',
        });
      },
    ],
    [
      'quote#overridePriceImpact, quote#limit-impact: quotes a swap that costs more than a tenth',
      async () => {
        const swap = {
          destinationChainId: 8453,
          destinationCurrency: wbtc(8453),
          amount: '90000000000000',
        };
        await expectRefusal(swap, 'SWAP_IMPACT_TOO_HIGH');
        const { details } = await system.quote({ ...swap, overridePriceImpact: true });
        expect(Number(details.swapImpact.percent)).toBeLessThan(-10);
      },
    ],
    [
      'quote#indicativeQuote: prices alone, of which nothing is kept',
      async () => {
        const quote = await system.quote({ indicativeQuote: true });
        expect(quote.steps).toEqual([]);
        expect(quote.expiresAt).toBeUndefined();
        const path = `/intents/status/v3?requestId=${quote.requestId}`;
        await expect(system.get(path)).rejects.toThrow(/UNKNOWN_REQUEST/);
      },
    ],
    [
      'quote#includeProtocolData: adds the signature of the order',
      async () => {
        const signed = await system.quote({ includeProtocolData: true });
        expect(signed.protocol.v2?.orderSignature).toMatch(/^0x[0-9a-f]{130}$/);
        expect((await system.quote()).protocol.v2).not.toHaveProperty('orderSignature');
      },
    ],
  ])('%s', (_, check) => check());
});

describe('routing', () => {
  /** Two swaps: on the origin from DAI, on the destination into WBTC. */
  const twoSwaps = () => ({
    originCurrency: dai(8453),
    destinationCurrency: wbtc(10),
    amount: '100000000000000000000',
  });
  const routersOf = ({ details }: Quote) => [
    details.route.origin.router,
    details.route.destination.router,
  ];
  test.each<Row>([
    [
      'quote#includedSwapSources, quote#excludedSwapSources: choose the sources of both sides',
      async () => {
        const only = await system.quote({ ...twoSwaps(), includedSwapSources: ['uniswap-v3'] });
        expect(routersOf(only)).toEqual(['uniswap-v3', 'uniswap-v3']);
        const excludedSwapSources = ['uniswap-v3', 'uniswap-v2'];
        await expectRefusal({ ...twoSwaps(), excludedSwapSources }, 'NO_SWAP_ROUTES_FOUND');
        await expectRefusal(
          { includedSwapSources: ['nobody'] },
          'INVALID_REQUEST',
          'includedSwapSources.0',
        );
      },
    ],
    [
      'quote#includedOriginSwapSources, quote#includedDestinationSwapSources: choose those of one side',
      async () => {
        const quote = await system.quote({
          ...twoSwaps(),
          includedOriginSwapSources: ['uniswap-v3'],
          includedDestinationSwapSources: ['uniswap-v3'],
        });
        expect(routersOf(quote)).toEqual(['uniswap-v3', 'uniswap-v3']);
        for (const side of ['Origin', 'Destination']) {
          const members = {
            includedSwapSources: ['uniswap-v3'],
            [`included${side}SwapSources`]: ['uniswap-v2'],
          };
          await expectRefusal({ ...twoSwaps(), ...members }, 'NO_SWAP_ROUTES_FOUND');
        }
      },
    ],
    [
      'quote#maxRouteLength, quote#limit-maxRouteLength: most pools of a swap, one to four',
      async () => {
        const swap = {
          destinationChainId: 8453,
          originCurrency: dai(8453),
          destinationCurrency: wbtc(8453),
          amount: '100000000000000000000',
        };
        await system.quote({ ...swap, maxRouteLength: 4 });
        await expectRefusal({ ...swap, maxRouteLength: 1 }, 'NO_SWAP_ROUTES_FOUND');
        await expectRefusal({ ...swap, maxRouteLength: 5 }, 'INVALID_REQUEST', 'maxRouteLength');
        await expectRefusal({ ...swap, maxRouteLength: 0 }, 'INVALID_REQUEST', 'maxRouteLength');
      },
    ],
    [
      'quote#disableOriginSwaps: refuses a swap before the deposit',
      () => expectRefusal({ ...twoSwaps(), disableOriginSwaps: true }, 'UNSUPPORTED_ROUTE'),
    ],
    [
      'quote#disableSwapProviderPreference: changes nothing',
      async () => {
        const members = { ...twoSwaps(), disableSwapProviderPreference: true };
        const [usual, same] = [await system.quote(twoSwaps()), await system.quote(members)];
        expect(routersOf(same)).toEqual(routersOf(usual));
      },
    ],
    [
      'quote#forceSolverExecution: the solver makes a swap within one chain',
      async () => {
        const swap = { destinationChainId: 8453, destinationCurrency: zeroAddress };
        const idOf = async (members: object) =>
          (await system.quote({ ...swap, ...members })).steps.at(-1)?.id;
        expect(await idOf({})).toBe('swap');
        expect(await idOf({ forceSolverExecution: true })).toBe('deposit');
        expect(await idOf({ txs: [call()] })).toBe('deposit');
      },
    ],
    [
      'quote#useExternalLiquidity: quotes what a bridge brings, with its time and cost',
      async () => {
        const usdt = system.chain(10).tokens.usdt.address;
        const members = {
          originCurrency: usdt,
          destinationCurrency: usdt,
          amount: '30000000000',
          useExternalLiquidity: true,
        };
        await expectRefusal({ ...members, useExternalLiquidity: false }, 'INSUFFICIENT_LIQUIDITY');
        const { details, fees } = await system.quote(members);
        expect(details.timeEstimate).toBeGreaterThan(15);
        // The bridge keeps 5 basis points of what is not held.
        expect(Number(fees.relayerService.amount)).toBeGreaterThan(14_000_000);
        // No path leads to this one, and none is needed where enough is held.
        const held = await system.quote({ useExternalLiquidity: true });
        expect(held.details.timeEstimate).toBeLessThan(15);
      },
    ],
  ])('%s', (_, check) => check());
});

describe('fees and sponsors', () => {
  const sponsored = (members: object = {}) =>
    system.quote({ subsidizeFees: true, ...members }, system.key);
  test.each<Row>([
    [
      'quote#appFees, quote#appFees-recipient, quote#appFees-fee, sponsorship#part-app: basis points of the input',
      async () => {
        const appFees = [{ recipient: freshAccount(), fee: '100' }];
        const { fees } = await system.quote({ appFees });
        expect(fees.app.amount).toBe('1000000');
        await expectRefusal(
          { appFees: [{ recipient: 'nobody', fee: '1' }] },
          'INVALID_ADDRESS',
          'appFees.0.recipient',
        );
        await expectRefusal(
          { appFees: [{ recipient: freshAccount(), fee: '-1' }] },
          'INVALID_REQUEST',
          'appFees.0.fee',
        );
      },
    ],
    [
      'quote#subsidizeFees, quote#default-sponsoredFeeComponents, quote#default-subsidizationBps, sponsorship#default-buckets: the sponsor pays all but rent',
      async () => {
        const quote = await sponsored();
        const { quoted } = quote.feeSponsorship;
        expect(quoted.selectedComponents).toEqual(['execution', 'swap', 'the service', 'app']);
        expect(quote.fees.subsidized.amount).toBe(quote.fees.relayer.amount);
        expect(quote.details.currencyOut.amount).toBe('100000000');
        await expectRefusal({ subsidizeFees: true }, 'UNAUTHORIZED');
        const { secret } = await system.service.access.keys.create({ name: 'no sponsor' });
        expect(await system.refusal({ subsidizeFees: true }, secret)).toMatchObject({
          code: 'FORBIDDEN',
        });
      },
    ],
    [
      'quote#sponsoredFeeComponents: buckets that the sponsor pays',
      async () => {
        const { quoted } = (await sponsored({ sponsoredFeeComponents: ['app', 'relay'] }))
          .feeSponsorship;
        expect(quoted.components).toMatchObject({
          app: { selected: true },
          execution: { selected: false },
          'the service': { selected: true },
        });
      },
    ],
    [
      'quote#maxSubsidizationAmount, sponsorship#cap: most that the sponsor pays',
      async () => {
        const quote = await sponsored({ maxSubsidizationAmount: '5000' });
        expect(quote.fees.subsidized.amount).toBe('5000');
        expect(quote.feeSponsorship.quoted.capHit).toBe(true);
      },
    ],
    [
      'quote#subsidizationBps, sponsorship#share-first: share of each bucket, before the cap',
      async () => {
        const half = await sponsored({ subsidizationBps: 5_000 });
        const { execution } = half.feeSponsorship.quoted.components;
        expect(Number(execution?.sponsored.amount)).toBe(
          Math.floor(Number(execution?.total.amount) / 2),
        );
        const capped = await sponsored({
          subsidizationBps: 5_000,
          maxSubsidizationAmount: '9999999',
        });
        expect(capped.feeSponsorship.quoted.capHit).toBe(false);
      },
    ],
  ])('%s', (_, check) => check());
});

describe('rules between members', () => {
  test.each<Row>([
    [
      'quote#rule-subsidizeFees: what shapes a sponsorship needs one',
      async () => {
        await expectRefusal({ sponsoredFeeComponents: ['app'] }, 'INVALID_REQUEST');
        await expectRefusal({ maxSubsidizationAmount: '1' }, 'INVALID_REQUEST');
        await expectRefusal({ subsidizationBps: 1 }, 'INVALID_REQUEST', 'subsidizationBps');
        await expectRefusal({ subsidizeRent: true }, 'INVALID_REQUEST', 'subsidizeRent');
      },
    ],
    [
      'quote#rule-components: a bucket is named once, aliases included',
      () =>
        expectRefusal(
          { subsidizeFees: true, sponsoredFeeComponents: ['relay', 'the service'] },
          'INVALID_REQUEST',
        ),
    ],
    [
      'quote#rule-appFees: all app fees together are at most all of the input',
      async () => {
        const fee = (bps: string) => ({ recipient: freshAccount(), fee: bps });
        const appFees = [fee('9999'), fee('1.5')];
        await expectRefusal({ appFees }, 'INVALID_REQUEST', 'appFees');
      },
    ],
    [
      'quote#rule-addresses: deposit addresses go with no calls, authorizations, permits and chosen buckets',
      async () => {
        const address = { useDepositAddress: true };
        await expectRefusal({ ...address, txs: [call()] }, 'EXTRA_TXS_NOT_SUPPORTED', 'txs');
        await expectRefusal({ ...address, usePermit: true }, 'INVALID_REQUEST', 'usePermit');
        await expectRefusal(
          { ...address, tradeType: 'EXACT_OUTPUT' },
          'INVALID_REQUEST',
          'refundTo',
        );
        const buckets = { subsidizeFees: true, sponsoredFeeComponents: ['app'] };
        expect(await system.refusal({ ...address, ...buckets }, system.key)).toMatchObject({
          code: 'UNSUPPORTED_FEATURE',
        });
      },
    ],
    [
      'quote#rule-prototypes: no member is named after a prototype',
      async () => {
        const send = async (text: string) => {
          const headers = { 'content-type': 'application/json' };
          const answer = await fetch(`${system.url}/quote/v2`, {
            method: 'POST',
            headers,
            body: text,
          });
          return at(await answer.json(), 'errorCode');
        };
        expect(await send(`{"user":"${system.user}","__proto__":{}}`)).toBe('INVALID_REQUEST');
        expect(await send(`{"user":"${system.user}","x":{"constructor":{"prototype":1}}}`)).toBe(
          'INVALID_REQUEST',
        );
      },
    ],
  ])('%s', (_, check) => check());
});

describe('defaults', () => {
  test.each<Row>([
    [
      'quote#default-originChainId, quote#default-destinationChainId, quote#default-currency, quote#default-amount, quote#default-tradeType: one ether from Base to Optimism',
      async () => {
        const answer = await system.post('/quote/v2', { user: system.user });
        expect(at(await answer.json(), 'details')).toMatchObject({
          currencyIn: {
            amount: '1000000000000000000',
            currency: { chainId: 8453, address: zeroAddress },
          },
          currencyOut: { currency: { chainId: 10, address: zeroAddress } },
        });
      },
    ],
    [
      'quote#default-enableTrueExactOutput, quote#default-explicitDeposit: are as if they were said',
      async () => {
        const members = { enableTrueExactOutput: false, explicitDeposit: true };
        const exact = { tradeType: 'EXACT_OUTPUT', originCurrency: dai(8453) };
        const shapeOf = async (more: object) => {
          const { steps } = await system.quote({ ...exact, ...more });
          return steps.map(({ id, items }) => [id, String(at(items[0]?.data, 'data')).length]);
        };
        expect(await shapeOf(members)).toEqual(await shapeOf({}));
      },
    ],
    [
      'quote#default-slippageTolerance: the service chooses one',
      async () => {
        const { slippageTolerance } = (await system.quote({ destinationCurrency: zeroAddress }))
          .details;
        const percent = Number(slippageTolerance.destination.percent);
        expect(percent).toBeGreaterThanOrEqual(0);
        expect(percent).toBeLessThan(10);
      },
    ],
  ])('%s', (_, check) => check());
});

describe('limits', () => {
  const digits = (count: number) => '9'.repeat(count);
  const list = <T>(count: number, entry: (index: number) => T) =>
    Array.from({ length: count }, (_, index) => entry(index));
  const fee = () => ({ recipient: freshAccount(), fee: '1' });

  test.each<Row>([
    [
      'quote#limit-amount: amounts have at most 78 digits',
      async () => {
        await expectRefusal({ amount: digits(79) }, 'INVALID_REQUEST', 'amount');
        await expectRefusal({ amount: digits(78) }, 'INSUFFICIENT_LIQUIDITY');
      },
    ],
    [
      'quote#limit-text: addresses and currencies have at most 128 characters',
      async () => {
        for (const member of ['user', 'recipient', 'refundTo', 'originCurrency'])
          await expectRefusal({ [member]: 'x'.repeat(129) }, 'INVALID_REQUEST', member);
      },
    ],
    [
      'quote#limit-subsidizationBps, quote#limit-sponsoredFeeComponents: at most all, and one to eight buckets',
      async () => {
        const refused = (members: object, path: string) =>
          expectRefusal({ subsidizeFees: true, ...members }, 'INVALID_REQUEST', path);
        await refused({ subsidizationBps: 10_001 }, 'subsidizationBps');
        await refused({ subsidizationBps: -1 }, 'subsidizationBps');
        await refused({ sponsoredFeeComponents: [] }, 'sponsoredFeeComponents');
        await refused({ sponsoredFeeComponents: list(9, () => 'app') }, 'sponsoredFeeComponents');
        await system.quote({ subsidizeFees: true, subsidizationBps: 10_000 }, system.key);
      },
    ],
    [
      'quote#limit-appFees: at most 32 app fees',
      async () => {
        await system.quote({ appFees: list(32, fee) });
        await expectRefusal({ appFees: list(33, fee) }, 'INVALID_REQUEST', 'appFees');
      },
    ],
    [
      'quote#limit-txs, quote#limit-txsGasLimit: at most 64 calls with 3,000,000 gas',
      async () => {
        await expectRefusal({ txs: list(65, call) }, 'INVALID_REQUEST', 'txs');
        const txs = [call()];
        await system.quote({ txs, txsGasLimit: 3_000_000 });
        await expectRefusal({ txs, txsGasLimit: 3_000_001 }, 'INVALID_EXTRA_TXS', 'txsGasLimit');
        await expectRefusal({ txs, txsGasLimit: 30_000_001 }, 'INVALID_REQUEST', 'txsGasLimit');
      },
    ],
    [
      'quote#limit-gasLimitForDepositSpecifiedTxs: 21,000 to 30,000,000',
      async () => {
        for (const limit of [20_999, 30_000_001])
          await expectRefusal(
            { txs: [call()], gasLimitForDepositSpecifiedTxs: limit },
            'INVALID_REQUEST',
            'gasLimitForDepositSpecifiedTxs',
          );
      },
    ],
    [
      'quote#limit-authorizationList: at most 16 authorizations',
      async () => {
        const word = `0x${'11'.repeat(32)}`;
        const entry = {
          chainId: 10,
          address: freshAccount(),
          nonce: 0,
          yParity: 0,
          r: word,
          s: word,
        };
        const authorizationList = list(17, () => entry);
        await expectRefusal({ authorizationList }, 'INVALID_REQUEST', 'authorizationList');
      },
    ],
    [
      'quote#limit-swap-sources: at most 64 names of 64 characters',
      async () => {
        const names = list(65, (index) => `source-${index}`);
        await expectRefusal(
          { includedSwapSources: names },
          'INVALID_REQUEST',
          'includedSwapSources',
        );
        await expectRefusal(
          { excludedSwapSources: ['x'.repeat(65)] },
          'INVALID_REQUEST',
          'excludedSwapSources.0',
        );
      },
    ],
    [
      'quote#limit-permitExpiry: a second to a year',
      async () => {
        for (const permitExpiry of [0, 31_536_001])
          await expectRefusal({ usePermit: true, permitExpiry }, 'INVALID_REQUEST', 'permitExpiry');
      },
    ],
    [
      'quote#limit-topupGasAmount: 50 USD unless the operator changes it',
      async () => {
        await system.quote({ topupGas: true, topupGasAmount: '5000000' });
        await expectRefusal({ topupGas: true, topupGasAmount: '5000001' }, 'AMOUNT_TOO_HIGH');
      },
    ],
    [
      'quote#limit-originGasOverhead: 2,000,000 on EVM chains',
      async () => {
        await system.quote({ originGasOverhead: 2_000_000 }, system.key);
        expect(await system.refusal({ originGasOverhead: 2_000_001 }, system.key)).toMatchObject({
          code: 'UNSUPPORTED_FEATURE',
        });
        await expectRefusal({ originGasOverhead: 30_000_001 }, 'INVALID_REQUEST');
      },
    ],
    [
      'quote#limit-routeRacingMinUsdSize: none or more, without a maximum',
      async () => {
        await system.quote({ useRouteRacing: true, routeRacingMinUsdSize: 1e12 }, system.key);
        await expectRefusal({ routeRacingMinUsdSize: -1 }, 'INVALID_REQUEST');
      },
    ],
    [
      'quote#limit-minimum-input: worth five cents at least',
      async () => {
        const sponsored = (amount: string) =>
          system.refusal({ amount, subsidizeFees: true }, system.key);
        expect(await sponsored('49999')).toMatchObject({ code: 'AMOUNT_TOO_LOW' });
        await system.quote({ amount: '50000', subsidizeFees: true }, system.key);
      },
    ],
    [
      'quote#limit-capacity: worth a million USD at most',
      async () => {
        await expectRefusal({ amount: '1000001000000' }, 'INSUFFICIENT_LIQUIDITY');
      },
    ],
    [
      'quote#limit-body: 64 KiB, nested at most 32 levels deep',
      async () => {
        const deep: unknown = JSON.parse(`${'['.repeat(40)}${']'.repeat(40)}`);
        await expectRefusal({ deep }, 'INVALID_REQUEST');
        await expectRefusal({ long: 'x'.repeat(65_536) }, 'BODY_TOO_LARGE');
      },
    ],
  ])('%s', (_, check) => check());
});

describe('deprecated members', () => {
  test.each<Row>([
    [
      'quote#refundOnOrigin, quote#strict: change nothing (A18)',
      async () => {
        const { steps, details } = await system.quote({ refundOnOrigin: false, strict: true });
        expect(steps.at(-1)?.id).toBe('deposit');
        expect(details.refundCurrency.currency.chainId).toBe(8453);
        const address = await system.quote({ useDepositAddress: true, strict: true });
        expect(await entryOf(address)).toMatchObject({
          depositAddress: { depositAddressType: 'open' },
        });
      },
    ],
    [
      'quote#subsidizeRent: adds rent to the buckets of the sponsor',
      async () => {
        const quote = await system.quote({ subsidizeFees: true, subsidizeRent: true }, system.key);
        expect(quote.feeSponsorship.quoted.selectedComponents).toContain('rent');
      },
    ],
  ])('%s', (_, check) => check());
});
