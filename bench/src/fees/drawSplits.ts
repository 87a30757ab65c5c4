import type { FeeBucket } from '@portage/core';

/** Input of one split of fees. Amounts are in smallest units of the origin currency. */
export interface SplitInput {
  readonly amountIn: bigint;
  readonly gas: bigint;
  readonly fixed: bigint;
  /** Price of moving liquidity; negative for a reward. */
  readonly price: bigint;
  readonly gatewayBps: bigint;
  readonly appFees: readonly { readonly recipient: string; readonly bpsE24: bigint }[];
  readonly components: readonly FeeBucket[];
  readonly subsidizationBps: bigint;
  readonly maxMicroUsd: bigint;
  readonly slippageBps: bigint;
  readonly origin: { readonly decimals: number; readonly price: { readonly usdE12: bigint } };
  readonly destination: { readonly decimals: number; readonly price: { readonly usdE12: bigint } };
}

const tokens = [
  { decimals: 6, price: { usdE12: 1_000_000_000_000n } },
  { decimals: 18, price: { usdE12: 2_317_920_000_000_000n } },
  { decimals: 8, price: { usdE12: 64_123_456_700_000_000n } },
] as const;

/**
 * Inputs that are the same in every run: splits between currencies of 6, 8 and 18 decimals, 1 to
 * 1,000,000 USD.
 */
export function drawSplits(count: number): readonly SplitInput[] {
  let state = 12_345n;
  const draw = (max: bigint): bigint => {
    state = (state * 6_364_136_223_846_793_005n + 1_442_695_040_888_963_407n) % 2n ** 64n;
    return ((state >> 20n) * max) >> 44n;
  };
  const token = (): SplitInput['origin'] => tokens[Number(draw(3n))] ?? tokens[0];
  return Array.from({ length: count }, () => {
    const origin = token();
    const ofUsd = (microUsd: bigint): bigint =>
      (microUsd * 10n ** BigInt(origin.decimals) * 1_000_000n) / origin.price.usdE12;
    return {
      amountIn: ofUsd(1_000_000n + draw(1_000_000_000_000n)),
      gas: ofUsd(draw(50_000n)),
      fixed: ofUsd(20_000n),
      price: ofUsd(draw(20_000n)) - ofUsd(10_000n),
      gatewayBps: draw(16n),
      appFees: [
        { recipient: 'first', bpsE24: draw(500_000n) * 10n ** 20n },
        { recipient: 'second', bpsE24: draw(500_000n) * 10n ** 20n },
      ],
      components: ['execution', 'swap', 'the service', 'app'],
      subsidizationBps: draw(10_001n),
      maxMicroUsd: draw(2_000_000n),
      slippageBps: draw(500n),
      origin,
      destination: token(),
    };
  });
}
