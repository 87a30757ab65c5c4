import { orderDataSchema } from '@portage/core/schemas';
import { evmCodec } from '@portage/evm/codec';
import { recoverMessageAddress, zeroAddress, type Hex } from 'viem';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  at,
  freshAccount,
  listAt,
  openInterface,
  textAt,
  type InterfaceSystem,
} from './interfaceSystem.js';
import { useSystem } from '../world/useSystem.js';

/** Members of quotes and of their steps, as docs/spec promises them, on a running service. */
let system: InterfaceSystem;
/** Quotes that the rows are about, by what they are. */
let quotes: Readonly<Record<Kind, unknown>>;
let recipient: string;
/** Account of the solver, as the chain's entry names it. */
let solver: string;
/** Call behind the payout of the quote with calls. */
const asked = { to: freshAccount().toLowerCase(), value: 1n, data: '0x' };

type Kind =
  | 'bridge'
  | 'swap'
  | 'alone'
  | 'token'
  | 'permit'
  | 'twoPermits'
  | 'permit2'
  | 'solana'
  | 'payer'
  | 'address'
  | 'sponsored'
  | 'capped'
  | 'calls'
  | 'fixed'
  | 'indicative';

beforeAll(async () => {
  system = await openInterface(await useSystem());
  recipient = freshAccount().toLowerCase();
  const listed = await system.get('/chains?includeChains=8453');
  solver = textAt(listed, 'chains.0.solverAddresses.0').toLowerCase();
  const { dai, wbtc } = system.chain(8453).uniswap.tokens;
  const ask = (members: object, key?: string) => system.quote({ recipient, ...members }, key);
  const solana = {
    user: system.solanaUser,
    originChainId: system.solana.id,
    originCurrency: system.solana.usdc,
  };
  const hundred = '100000000000000000000';
  quotes = {
    bridge: await ask({ includeProtocolData: true, slippageTolerance: '50' }),
    swap: await ask({ originCurrency: dai.address, amount: hundred, slippageTolerance: '100' }),
    alone: await ask({
      destinationChainId: 8453,
      destinationCurrency: wbtc.address,
      slippageTolerance: '100',
    }),
    token: await ask({ originCurrency: dai.address, amount: hundred }),
    permit: await ask({ usePermit: true }),
    twoPermits: await ask({ originCurrency: dai.address, amount: hundred, usePermit: true }),
    permit2: await ask({
      originCurrency: system.chain(8453).tokens.weth.address,
      amount: '100000000000000000',
      usePermit: true,
    }),
    solana: await ask(solana),
    payer: await ask({ ...solana, depositFeePayer: system.solanaOther }),
    address: await ask({ useDepositAddress: true }),
    sponsored: await ask(
      { subsidizeFees: true, appFees: [{ recipient: freshAccount(), fee: '10' }] },
      system.key,
    ),
    capped: await ask(
      { subsidizeFees: true, subsidizationBps: 5_000, maxSubsidizationAmount: '1000' },
      system.key,
    ),
    calls: await ask({
      destinationCurrency: zeroAddress,
      txs: [{ ...asked, value: asked.value.toString() }],
    }),
    fixed: await ask({ fixedRate: '1:0.998' }, system.key),
    indicative: await ask({ indicativeQuote: true }),
  };
});
afterAll(() => system.close());

/** A row of docs/spec, the quote that shows it, the path in it, and what stands there. */
type Value = readonly [row: string, kind: Kind, path: string, expected: () => unknown];
/** A row of docs/spec with what it promises, and how that is seen. */
type Row = readonly [row: string, check: () => void | Promise<void>];

const match = (pattern: RegExp) => () => expect.stringMatching(pattern) as unknown;
const digits = match(/^\d+$/);
const is = (expected: unknown) => () => expected;
/** Address of the payer, in whichever case. */
const payer = () => expect.stringMatching(new RegExp(`^${system.user}$`, 'i')) as unknown;

const amountAt = (kind: Kind, path: string): bigint => BigInt(String(at(quotes[kind], path)));
const orderOf = (kind: Kind) => orderDataSchema.parse(at(quotes[kind], 'protocol.v2.orderData'));

describe('members of a quote', () => {
  test.each<Value>([
    ['quote#requestId', 'bridge', 'requestId', match(/^0x[0-9a-f]{64}$/)],
    ['quote#answer-fees', 'bridge', 'fees.relayer.amount', digits],
    ['quote#answer-feeSponsorship', 'bridge', 'feeSponsorship.quoted.capHit', is(false)],
    ['quote#answer-details', 'bridge', 'details.currencyIn.amount', is('100000000')],
    ['quote#answer-protocol of a swap that the payer makes alone', 'alone', 'protocol', is({})],
    ['quote#details-operation of a bridge', 'bridge', 'details.operation', is('bridge')],
    ['quote#details-operation of a swap', 'alone', 'details.operation', is('swap')],
    ['quote#details-sender', 'bridge', 'details.sender', () => system.user.toLowerCase()],
    ['quote#details-recipient', 'bridge', 'details.recipient', () => recipient],
    ['quote#details-currencyIn', 'bridge', 'details.currencyIn.currency.chainId', is(8453)],
    ['quote#details-refundCurrency', 'bridge', 'details.refundCurrency.amount', is('100000000')],
    ['quote#details-isFixedRate where one is used', 'fixed', 'details.isFixedRate', is(true)],
    ['quote#details-isFixedRate elsewhere', 'bridge', 'details.isFixedRate', is(false)],
    ['quote#details-route', 'swap', 'details.route.destination.router', is('portage')],
    ['quote#details-swapImpact without pools', 'bridge', 'details.swapImpact.usd', is('0')],
    ['quote#protocol-orderId', 'bridge', 'protocol.v2.orderId', match(/^0x[0-9a-f]{64}$/)],
    ['quote#orderData', 'bridge', 'protocol.v2.orderData.version', is('v1')],
    ['quote#orderData-solver', 'bridge', 'protocol.v2.orderData.solver', () => solver],
    ['quote#orderData-salt', 'bridge', 'protocol.v2.orderData.salt', match(/^0x[0-9a-f]{2,64}$/)],
    ['quote#orderData-fees', 'bridge', 'protocol.v2.orderData.fees', is([])],
    ['quote#currency', 'bridge', 'details.currencyOut.currency.chainId', is(10)],
    ['quote#currency-address', 'calls', 'details.currencyOut.currency.address', is(zeroAddress)],
    ['quote#currency-symbol', 'bridge', 'details.currencyIn.currency.symbol', is('USDC')],
    ['quote#currency-decimals', 'bridge', 'details.currencyIn.currency.decimals', is(6)],
    [
      'quote#currency-metadata',
      'bridge',
      'details.currencyIn.currency.metadata.verified',
      is(true),
    ],
    ['quote#amount-amount', 'bridge', 'details.currencyIn.amount', is('100000000')],
    [
      'quote#amount-amountFormatted',
      'bridge',
      'details.currencyIn.amountFormatted',
      match(/^100(\.0+)?$/),
    ],
    ['quote#amount-amountUsd', 'bridge', 'details.currencyIn.amountUsd', is('100.000000')],
  ])('%s (%s)', (_, kind, path, expected) => {
    expect(at(quotes[kind], path)).toEqual(expected());
  });

  test.each<Row>([
    [
      'quote#expiresAt: is in an hour, and absent where nothing can be paid',
      () => {
        const seconds = Number(at(quotes.bridge, 'expiresAt')) / 1000 - Date.now() / 1000;
        expect(seconds).toBeGreaterThan(3_500);
        expect(seconds).toBeLessThan(3_601);
        expect(at(quotes.indicative, 'expiresAt')).toBeUndefined();
      },
    ],
    [
      'quote#steps: in their order, none in an indicative quote',
      () => {
        const ids = (kind: Kind) => listAt(quotes[kind], 'steps').map((step) => at(step, 'id'));
        expect(ids('bridge')).toEqual(['approve', 'deposit']);
        expect(ids('indicative')).toEqual([]);
      },
    ],
    [
      'quote#fees-gas: of the payer, none where it sends no transaction',
      () => {
        expect(amountAt('bridge', 'fees.gas.amount')).toBeGreaterThan(0n);
        expect(amountAt('permit', 'fees.gas.amount')).toBe(0n);
      },
    ],
    [
      'quote#fees-relayer, quote#fees-relayerGas, quote#fees-relayerService, sponsorship#part-gas, sponsorship#part-fixed: gas and service add up',
      () => {
        const [all, gas, service] = ['relayer', 'relayerGas', 'relayerService'].map((name) =>
          amountAt('bridge', `fees.${name}.amount`),
        );
        expect(all).toBe((gas ?? 0n) + (service ?? 0n));
        expect(gas).toBeGreaterThan(0n);
        // Two cents, and no share of the same asset.
        expect(service).toBe(20_000n);
      },
    ],
    [
      'sponsorship#part-gateway: a share between major and stable currencies',
      () => {
        const share = amountAt(
          'calls',
          'feeSponsorship.quoted.components.the service.total.amount',
        );
        // Six basis points of 100 USDC.
        expect(share).toBe(60_000n);
      },
    ],
    [
      'quote#fees-app, quote#fees-subsidized: what the app earns, and what the sponsor pays',
      () => {
        expect(amountAt('sponsored', 'fees.app.amount')).toBe(100_000n);
        const paid = amountAt('sponsored', 'fees.subsidized.amount');
        expect(paid).toBe(amountAt('sponsored', 'fees.relayer.amount') + 100_000n);
        expect(amountAt('bridge', 'fees.subsidized.amount')).toBe(0n);
      },
    ],
    [
      'sponsorship#origin-gas: is no part of what the sponsor pays',
      () => {
        expect(amountAt('sponsored', 'fees.gas.amount')).toBeGreaterThan(0n);
        const total = amountAt('sponsored', 'feeSponsorship.quoted.sponsoredTotal.amount');
        expect(total).toBe(amountAt('sponsored', 'fees.subsidized.amount'));
      },
    ],
    [
      'quote#feeSponsorship-selectedComponents, quote#feeSponsorship-selected: buckets that the sponsor takes on',
      () => {
        const selected = listAt(quotes.sponsored, 'feeSponsorship.quoted.selectedComponents');
        expect(selected).toEqual(['execution', 'swap', 'the service', 'app']);
        const isSelected = (bucket: string) =>
          at(quotes.sponsored, `feeSponsorship.quoted.components.${bucket}.selected`);
        expect([isSelected('execution'), isSelected('rent')]).toEqual([true, false]);
      },
    ],
    [
      'quote#feeSponsorship-maxSubsidizationAmount, quote#feeSponsorship-subsidizationBps, quote#feeSponsorship-capHit: are told where they are given',
      () => {
        expect(at(quotes.capped, 'feeSponsorship.quoted')).toMatchObject({
          maxSubsidizationAmount: '1000',
          subsidizationBps: 5_000,
          capHit: true,
        });
        const quoted = at(quotes.sponsored, 'feeSponsorship.quoted');
        expect(quoted).not.toHaveProperty('maxSubsidizationAmount');
        expect(quoted).not.toHaveProperty('subsidizationBps');
      },
    ],
    [
      'quote#feeSponsorship-total, quote#feeSponsorship-sponsored, quote#feeSponsorship-userPays, quote#feeSponsorship-totals: add up in each bucket and over all',
      () => {
        const quoted = 'feeSponsorship.quoted';
        const sums = { sponsored: 0n, userPays: 0n };
        for (const bucket of ['execution', 'swap', 'the service', 'app', 'rent']) {
          const part = (name: string) =>
            amountAt('capped', `${quoted}.components.${bucket}.${name}.amount`);
          expect(part('total')).toBe(part('sponsored') + part('userPays'));
          sums.sponsored += part('sponsored');
          sums.userPays += part('userPays');
        }
        expect(amountAt('capped', `${quoted}.sponsoredTotal.amount`)).toBe(sums.sponsored);
        expect(amountAt('capped', `${quoted}.userPaysTotal.amount`)).toBe(sums.userPays);
        expect(sums.sponsored).toBe(1_000n);
      },
    ],
    [
      'quote#details-currencyOut, quote#amount-minimumAmount: the output, and what the order promises of it',
      () => {
        const [output, least] = [
          amountAt('bridge', 'details.currencyOut.amount'),
          amountAt('bridge', 'details.currencyOut.minimumAmount'),
        ];
        expect(output).toBe(100_000_000n - amountAt('bridge', 'fees.relayer.amount'));
        expect(least).toBe(BigInt(orderOf('bridge').output.payments[0]?.minimumAmount ?? 0));
        expect(least).toBeLessThan(output);
      },
    ],
    [
      'quote#details-totalImpact, quote#details-swapImpact, quote#details-expandedPriceImpact: explain what is lost',
      () => {
        const usd = (path: string) => Number(at(quotes.swap, `details.${path}.usd`));
        const lost = Number(at(quotes.swap, 'details.currencyOut.amountUsd')) - 100;
        expect(usd('totalImpact')).toBeCloseTo(lost, 4);
        expect(usd('swapImpact')).toBeLessThan(0);
        const parts = ['swap', 'execution', 'the service', 'app'].map((name) =>
          usd(`expandedPriceImpact.${name}`),
        );
        expect(parts.reduce((sum, part) => sum + part, 0)).toBeCloseTo(usd('totalImpact'), 4);
      },
    ],
    [
      'quote#details-rate: output for one unit of input',
      () => {
        const [input, output] = ['In', 'Out'].map((side) =>
          Number(at(quotes.bridge, `details.currency${side}.amountFormatted`)),
        );
        const rate = Number(at(quotes.bridge, 'details.rate'));
        expect(rate).toBeCloseTo((output ?? 0) / (input ?? 1), 6);
      },
    ],
    [
      'quote#details-slippageTolerance: what each side may lose',
      () => {
        const side = (name: string) => at(quotes.swap, `details.slippageTolerance.${name}`);
        const percent = Number(at(side('origin'), 'percent'));
        expect(percent).toBeGreaterThan(0.9);
        expect(percent).toBeLessThanOrEqual(1);
        expect(Number(at(side('destination'), 'value'))).toBeGreaterThan(0);
        expect(side('latePayment')).toBeUndefined();
      },
    ],
    [
      'quote#protocol-orderSignature: of the solver, over the id of the order',
      async () => {
        const member = (name: string) => String(at(quotes.bridge, `protocol.v2.${name}`)) as Hex;
        const signer = await recoverMessageAddress({
          message: { raw: member('orderId') },
          signature: member('orderSignature'),
        });
        expect(signer.toLowerCase()).toBe(orderOf('bridge').solver);
      },
    ],
    [
      'quote#orderData-inputs, quote#orderData-refunds, quote#paymentDetails: what is paid in, and paid back',
      () => {
        const [input] = orderOf('bridge').inputs;
        expect(input?.payment).toMatchObject({ chainId: 'base', amount: '100000000' });
        expect(input?.refunds[0]).toMatchObject({ chainId: 'base', recipient, minimumAmount: '0' });
        expect(at(quotes.bridge, 'protocol.v2.paymentDetails')).toEqual({
          chainId: 'base',
          depository: system.chain(8453).contracts.depository.toLowerCase(),
          currency: system.usdc(8453).toLowerCase(),
          amount: '100000000',
        });
      },
    ],
    [
      'quote#orderData-output, quote#orderData-payments, quote#orderData-calls: what is paid out',
      () => {
        const { output } = orderOf('calls');
        expect(output).toMatchObject({ chainId: 'optimism', payments: [{ recipient }] });
        expect(output.calls).toEqual([evmCodec.encodeCall?.(asked)]);
        expect(output.deadline * 1000 - Date.now()).toBeGreaterThan(6.9 * 86_400_000);
      },
    ],
  ])('%s', (_, check) => check());
});

describe('steps', () => {
  const step = (kind: Kind, index: number) => at(quotes[kind], `steps.${index}`);
  const data = (kind: Kind, index = 0) => at(step(kind, index), 'items.0.data');

  test.each<Value>([
    ['steps#id, steps#approve', 'bridge', 'steps.0.id', is('approve')],
    ['steps#deposit', 'bridge', 'steps.1.id', is('deposit')],
    ['steps#deposit with a swap', 'token', 'steps.1.id', is('deposit')],
    ['steps#swap', 'alone', 'steps.1.id', is('swap')],
    ['steps#action', 'bridge', 'steps.1.action', match(/\w/)],
    ['steps#description', 'bridge', 'steps.1.description', match(/\w/)],
    ['steps#kind of a transaction', 'bridge', 'steps.1.kind', is('transaction')],
    ['steps#kind of a signature', 'permit', 'steps.0.kind', is('signature')],
    ['steps#requestId', 'bridge', 'steps.1.requestId', () => at(quotes.bridge, 'requestId')],
    ['steps#depositAddress', 'address', 'steps.0.depositAddress', match(/^0x[0-9a-f]{40}$/i)],
    ['steps#depositAddress without one', 'bridge', 'steps.1.depositAddress', is('')],
    ['steps#depositAddressId', 'address', 'steps.0.depositAddressId', match(/^0x[0-9a-f]{64}$/)],
    ['steps#items, steps#status', 'bridge', 'steps.1.items.0.status', is('incomplete')],
    ['steps#authorize1, steps#eip3009', 'permit', 'steps.0.id', is('authorize1')],
    ['steps#authorize1, steps#eip2612', 'twoPermits', 'steps.0.id', is('authorize1')],
    ['steps#authorize2, steps#eip2612', 'twoPermits', 'steps.1.id', is('authorize2')],
    ['steps#permit2 asks for an allowance', 'permit2', 'steps.0.id', is('approve')],
    ['steps#permit2 asks for a signature', 'permit2', 'steps.1.id', is('authorize1')],
    ['steps#check-method', 'bridge', 'steps.1.items.0.check.method', is('GET')],
    [
      'steps#item-check, steps#check-endpoint',
      'bridge',
      'steps.1.items.0.check.endpoint',
      () => `/intents/status/v3?requestId=${String(at(quotes.bridge, 'requestId'))}`,
    ],
    ['steps#approve has no check', 'bridge', 'steps.0.items.0.check', is(undefined)],
    ['steps#evm-from', 'bridge', 'steps.1.items.0.data.from', () => payer()],
    [
      'steps#evm-to',
      'bridge',
      'steps.1.items.0.data.to',
      () => system.chain(8453).contracts.depository.toLowerCase(),
    ],
    [
      'steps#data, steps#evm-data',
      'bridge',
      'steps.1.items.0.data.data',
      match(/^0x[0-9a-f]{8,}$/),
    ],
    ['steps#evm-value', 'bridge', 'steps.1.items.0.data.value', is('0')],
    ['steps#evm-chainId', 'bridge', 'steps.1.items.0.data.chainId', is(8453)],
    ['steps#evm-fees', 'bridge', 'steps.1.items.0.data.maxFeePerGas', digits],
    ['steps#solana-chainId', 'solana', 'steps.0.items.0.data.chainId', () => system.solana.id],
    ['steps#solana-feePayer', 'payer', 'steps.0.items.0.data.feePayer', () => system.solanaOther],
    ['steps#sign-signatureKind', 'permit', 'steps.0.items.0.data.sign.signatureKind', is('eip712')],
  ])('%s (%s)', (_, kind, path, expected) => {
    expect(at(quotes[kind], path)).toEqual(expected());
  });

  test.each<Row>([
    [
      'steps#evm-gas: a limit, where there is one',
      () => {
        const gasOf = (each: unknown): unknown => at(each, 'items.0.data.gas');
        for (const kind of ['bridge', 'token', 'alone'] as const)
          for (const each of listAt(quotes[kind], 'steps'))
            expect([undefined, 'string']).toContain(typeof gasOf(each));
        expect(listAt(quotes.alone, 'steps').map(gasOf)).toContainEqual(
          expect.stringMatching(/^[1-9]\d*$/),
        );
      },
    ],
    [
      'steps#solana-instructions, steps#solana-lookup-tables: what the client signs',
      () => {
        const [instruction] = listAt(data('solana'), 'instructions').slice(-1);
        expect(instruction).toMatchObject({
          programId: expect.stringMatching(/^\w{32,44}$/) as unknown,
          data: expect.stringMatching(/^[0-9a-f]+$/) as unknown,
        });
        const key = listAt(instruction, 'keys')[0];
        expect(Object.keys(key as object).sort()).toEqual(['isSigner', 'isWritable', 'pubkey']);
        expect(listAt(data('solana'), 'addressLookupTableAddresses')).toEqual([]);
      },
    ],
    [
      'steps#sign-typed-data, steps#post: what is signed, and where it goes',
      () => {
        const sign = at(data('permit'), 'sign');
        expect(sign).toMatchObject({
          domain: { chainId: 8453 },
          primaryType: 'ReceiveWithAuthorization',
          value: { from: payer() },
        });
        expect(Object.keys(Object(at(sign, 'types')) as object)).toContain(
          'ReceiveWithAuthorization',
        );
        expect(at(data('permit'), 'post')).toMatchObject({
          endpoint: '/execute/permits',
          method: 'POST',
          body: { kind: 'eip3009', requestId: at(quotes.permit, 'requestId') },
        });
      },
    ],
    [
      'steps#plan: is told where the signed data holds its hash alone',
      () => {
        expect(String(at(data('permit'), 'plan'))).toMatch(/^0x[0-9a-f]+$/);
      },
    ],
  ])('%s', (_, check) => check());
});
