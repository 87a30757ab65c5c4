import type { Random } from '../random.js';
import type { VirtualTime } from '../time/createVirtualTime.js';

/** Fee of a transaction, in wei, while gas is not dear. */
export const calmFee = 1_000n;

/** Cost of gas in a world, and the charge of orders for it. */
export interface WorldGas {
  /**
   * Charge of an order for its payment, and for its deposit where the solver makes it, in wei;
   * undefined where orders do not say.
   */
  readonly charged: bigint | undefined;
  /** Dollars that a whole of the native currency is worth. */
  readonly nativeUsd: bigint;
  /** Milliseconds for which gas is dear at most. */
  readonly dearMsMax: number;
  /** Draws the fee of dear blocks, in wei. */
  dearFee(random: Random): bigint;
  /** Notes the fee of a chain from now on. */
  note(chainId: number, fee: bigint): void;
  /** The lowest fee of a chain within the last milliseconds, in wei. */
  lowest(chainId: number, withinMs: number): bigint;
  /** The highest one. */
  highest(chainId: number, withinMs: number, until?: number): bigint;
  /** Worth of an amount of wei, rounded up. */
  microUsd(wei: bigint): bigint;
}

/** A fee and the time from which it was asked. */
interface NotedFee {
  readonly since: number;
  readonly fee: bigint;
}

const weiPerWhole = 10n ** 18n;

/** Gas that never costs enough to matter. */
const calm = {
  charged: undefined,
  nativeUsd: 2_000n,
  dearMsMax: 15_000,
  dearFee: (random: Random) => calmFee * BigInt(random.between(2, 40)),
};

/**
 * Gas as on the chains that people use: a calm transaction costs a fifth of a cent, of which an
 * order is charged twice as much, and dear ones up to forty dollars.
 */
const dear = {
  charged: 2n * calmFee,
  nativeUsd: 2_000_000_000_000n,
  dearMsMax: 30_000,
  dearFee: (random: Random) =>
    calmFee * BigInt(random.chance(0.5) ? random.between(2, 40) : random.between(40, 20_000)),
};

/** Makes the gas of a world. */
export function createWorldGas(time: Pick<VirtualTime, 'now'>, isDear: boolean): WorldGas {
  const kind = isDear ? dear : calm;
  const noted = new Map<number, NotedFee[]>();
  const feesOf = (chainId: number, from: number, until: number): readonly bigint[] => {
    const fees = noted.get(chainId) ?? [];
    return [{ since: 0, fee: calmFee }, ...fees].flatMap(({ since, fee }, index) => {
      const next = fees[index]?.since ?? Infinity;
      return since <= until && next > from ? [fee] : [];
    });
  };
  return {
    ...kind,
    note: (chainId, fee) => {
      const fees = noted.get(chainId) ?? [];
      fees.push({ since: time.now(), fee });
      noted.set(chainId, fees);
    },
    lowest: (chainId, withinMs) =>
      feesOf(chainId, time.now() - withinMs, time.now()).reduce((one, other) =>
        other < one ? other : one,
      ),
    highest: (chainId, withinMs, until = time.now()) =>
      feesOf(chainId, until - withinMs, until).reduce((one, other) => (other > one ? other : one)),
    microUsd: (wei) => (wei * kind.nativeUsd * 1_000_000n + weiPerWhole - 1n) / weiPerWhole,
  };
}
