import { Money, zeroAddress } from '@portage/core';
import type { QuoteCaller } from '../src/index.js';
import { dai, gem, pepe, stuck, usdcToken, weth } from './chains.js';
import { other, testPayer } from './quoterHarness.js';
import { worlds } from './worlds.js';

/** A request and who makes it, where. */
export interface DrawnRequest {
  /** Name of one of the worlds. */
  readonly world: string;
  readonly caller: QuoteCaller;
  readonly body: Readonly<Record<string, unknown>>;
}

const lighter = 3_586_256;
const third = '0x3c44cdddb6a900fa2b585dd299e03d12fa4293bc';
const shop = '0x00000000000000000000000000000000000054a0';

/** Currencies of the test chains with decimals and thousandths of a dollar. */
const currencies: Readonly<Record<string, readonly [number, bigint]>> = {
  [zeroAddress]: [18, 2_000_000n],
  [weth]: [18, 2_000_000n],
  [usdcToken.base]: [6, 1_000n],
  [usdcToken.optimism]: [6, 1_000n],
  [dai]: [18, 999n],
  [stuck]: [6, 1_000n],
  [gem]: [8, 60_000_000n],
  '0': [6, 1_000n],
};

const callers: readonly QuoteCaller[] = [
  {},
  { apiKeyId: 'key_1' },
  { apiKeyId: 'key_2', sponsor: 'acme', rights: [] },
  { apiKeyId: 'key_3', sponsor: 'acme', rights: ['fixed-rate', 'route-racing'] },
];

/** Draws numbers below a bound, the same in every run (xorshift). */
function createDraw(seed: number): (below: number) => number {
  let state = seed >>> 0;
  return (below) => {
    state ^= state << 13;
    state >>>= 0;
    state ^= state >>> 17;
    state ^= state << 5;
    state >>>= 0;
    return state % below;
  };
}

type Draw = ReturnType<typeof createDraw>;

/** Draws requests that a quoter mostly answers: every way to pay, every trade type, every extra. */
export function drawRequests(count: number, seed: number): readonly DrawnRequest[] {
  const draw = createDraw(seed);
  return Array.from({ length: count }, () => drawRequest(draw));
}

function drawRequest(draw: Draw): DrawnRequest {
  const pick = <T>(...of: readonly [T, ...T[]]): T => of[draw(of.length)] ?? of[0];
  const one = (among: number): boolean => draw(among) === 0;
  const [from, to] = pick(
    [8453, 10],
    [8453, 10],
    [8453, 10],
    [10, 8453],
    [8453, 8453],
    [8453, lighter],
  );
  const usdc = (chain: number): string => (chain === 8453 ? usdcToken.base : usdcToken.optimism);
  const currencyOn = (chain: number): string =>
    chain === lighter
      ? '0'
      : pick(usdc(chain), usdc(chain), zeroAddress, weth, dai, stuck, gem, pick(usdc(chain), pepe));
  const originCurrency = currencyOn(from);
  const destinationCurrency = currencyOn(to);
  const tradeType = pick('EXACT_INPUT', 'EXACT_INPUT', 'EXACT_OUTPUT', 'EXPECTED_OUTPUT');
  const counted = tradeType === 'EXACT_INPUT' ? originCurrency : destinationCurrency;
  const [decimals, milliUsd] = currencies[counted] ?? [18, 1n];
  const usd = BigInt(1 + draw(pick(20, 2_000, 9_000)));
  const amount =
    (usd * 1_000n * 1_000n * Money.pow10(decimals)) / milliUsd / 1_000n + BigInt(draw(997));
  const caller = pick(...callersOf(draw));
  const body = {
    user: testPayer,
    originChainId: from,
    destinationChainId: to,
    originCurrency,
    destinationCurrency,
    tradeType,
    amount: amount.toString(),
    ...(to === lighter
      ? { recipient: '509564', refundTo: testPayer }
      : one(2)
        ? { recipient: other }
        : {}),
    ...(from === to && one(2)
      ? drawAlone(draw, caller)
      : {
          ...drawTerms(draw),
          ...drawPayment(draw),
          ...drawFees(draw, caller),
          ...drawExtras(draw, to),
        }),
  };
  return { world: pick(...worldNames()), caller, body };
}

function callersOf(draw: Draw): readonly [QuoteCaller, ...QuoteCaller[]] {
  return [callers[draw(2)] ?? {}, ...callers.slice(1)];
}

function worldNames(): readonly [string, ...string[]] {
  return ['full', 'full', ...Object.keys(worlds)];
}

/** Slippage, time and what is answered. */
function drawTerms(draw: Draw): object {
  const one = (among: number): boolean => draw(among) === 0;
  return {
    ...(one(3) ? { slippageTolerance: String(draw(300)) } : {}),
    ...(one(4) ? { latePaymentSlippageTolerance: String(1 + draw(200)) } : {}),
    ...(one(4) ? { ttl: 30 + draw(570) } : {}),
    ...(one(6) ? { includeProtocolData: true } : {}),
    ...(one(12) ? { indicativeQuote: true } : {}),
    ...(one(5) ? { referrer: 'shop.example' } : {}),
    ...(one(6) ? { refundTo: third } : {}),
    ...(one(3) ? { overridePriceImpact: true } : {}),
    ...(one(5) ? { forceSolverExecution: true } : {}),
    ...(one(8) ? { useFallbacks: true } : {}),
    ...(one(12) ? { excludedSwapSources: ['wide'] } : {}),
    ...(one(12) ? { includedDestinationSwapSources: ['deep', 'bridge'], maxRouteLength: 2 } : {}),
    ...(one(8) ? { enableTrueExactOutput: true } : {}),
  };
}

/** A swap that its payer makes alone. */
function drawAlone(draw: Draw, { sponsor }: QuoteCaller): object {
  const one = (among: number): boolean => draw(among) === 0;
  return {
    overridePriceImpact: true,
    ...(one(2) ? { slippageTolerance: String(draw(300)) } : {}),
    ...(one(4) ? { ttl: 30 + draw(570) } : {}),
    ...(one(8) ? { indicativeQuote: true } : {}),
    ...(sponsor !== undefined && one(3) ? { subsidizeFees: true } : {}),
  };
}

/** Any way to pay. */
function drawPayment(draw: Draw): object {
  const ways: readonly object[] = [
    {},
    {},
    {},
    { depositFeePayer: third, includeComputeUnitLimit: true },
    { usePermit: true },
    { usePermit: true, permitExpiry: 60 + draw(9_000) },
    { originGasOverhead: draw(300_000) },
    { originGasOverhead: 80_000 },
    { useDepositAddress: true, refundTo: third },
    { useDepositAddress: true, recoveryAddress: other, refundTo: third },
  ];
  return ways[draw(ways.length)] ?? {};
}

/** App fees, sponsorship, fixed rates and races. */
function drawFees(draw: Draw, { sponsor, rights = [] }: QuoteCaller): object {
  const one = (among: number): boolean => draw(among) === 0;
  const appFees = [
    { recipient: other, fee: '25' },
    { recipient: third, fee: '0.5' },
    { recipient: other, fee: '.0002' },
  ];
  if (rights.length > 0 && one(4)) return { fixedRate: '1:0.0004' };
  if (rights.length > 0 && one(3)) return { fixedRate: '1:0.95' };
  return {
    ...(one(3) ? { appFees: appFees.slice(0, 1 + draw(3)) } : {}),
    ...(rights.length > 0 && one(2) ? { useRouteRacing: true, routeRacingMinUsdSize: 5 } : {}),
    ...(sponsor !== undefined && one(2)
      ? {
          subsidizeFees: true,
          ...(one(3) ? { maxSubsidizationAmount: String(draw(200_000)) } : {}),
          ...(one(3) ? { subsidizationBps: draw(10_001) } : {}),
          ...(one(4) ? { sponsoredFeeComponents: ['execution', 'app'] } : {}),
          ...(one(5) ? { subsidizeRent: true } : {}),
        }
      : {}),
  };
}

/** Calls, delegations and gas beside the payment. */
function drawExtras(draw: Draw, to: number): object {
  const one = (among: number): boolean => draw(among) === 0;
  if (to !== 10) return {};
  return {
    ...(one(6) ? { topupGas: true } : {}),
    ...(one(12) ? { topupGas: true, topupGasAmount: '150000' } : {}),
    ...(one(8)
      ? {
          txs: [{ to: shop, value: '0', data: '0x1249c58b' }],
          ...(one(2) ? { txsGasLimit: 400_000 } : {}),
        }
      : {}),
    ...(one(12)
      ? {
          authorizationList: [
            {
              chainId: 10,
              address: shop,
              nonce: 0,
              yParity: 0,
              r: `0x${'1'.repeat(64)}`,
              s: `0x${'2'.repeat(64)}`,
            },
          ],
        }
      : {}),
  };
}
