import { Money, describeError } from '@portage/core';
import type { ChainAsset, FillIntent } from '@portage/core/chain';
import type { ChainContext } from '../context.js';

const probeMsMax = 5_000;

/** No order has this id, so that no payment of it was ever made. */
const noOrder = `0x${'0'.repeat(64)}`;

/** Finds the tokens of which payments would fail. */
export interface PaymentProbe {
  /** Simulates a payment of each token, and notes for quotes which of them fail. */
  look(): Promise<void>;
  /** Whether a payment of a currency failed the last time. */
  readonly isDoubted: (currency: string) => boolean;
}

/**
 * Simulates a payment of one whole unit of each token into the depository, with the very call that
 * pays orders: a token that is paused, blocks the solver, keeps a part of what is paid, or lacks
 * the allowance fails it, whoever is paid. A recipient that its token blocks fails none, so that
 * payments to such an account cannot end the quotes of a token. A token that fails twice in a
 * row is not quoted until it passes again. A chain without simulations has no probe.
 */
export function createPaymentProbe(context: ChainContext): PaymentProbe {
  const { chain, settlement, log, clock } = context;
  let doubted: ReadonlyMap<string, string> = new Map();
  let noted: ReadonlyMap<string, string> = new Map();

  async function probe(): Promise<ReadonlyMap<string, string> | undefined> {
    const { spend, vault } = chain;
    if (spend.simulate === undefined || vault === undefined) return undefined;
    const intents = chain.assets.flatMap((asset) => probeOf(context, asset, vault.account));
    const answers = await spend.simulate(intents, clock.timeout(probeMsMax));
    return new Map(
      intents.flatMap(({ currency }, index) => {
        const answer = answers[index];
        return answer?.status === 'reverts' ? [[currency, answer.reason] as const] : [];
      }),
    );
  }

  async function look(): Promise<void> {
    const failing = await probe();
    if (failing === undefined) return;
    const believed = new Map([...failing].filter(([currency]) => doubted.has(currency)));
    doubted = failing;
    await settlement.chains.setAssetFaults({ chainId: chain.id, kind: 'unpayable' }, believed);
    for (const [currency, reason] of believed)
      if (!noted.has(currency))
        log('a currency is not quoted', { chain: chain.slug, currency, error: reason });
    for (const currency of noted.keys())
      if (!believed.has(currency))
        log('a currency is quoted again', { chain: chain.slug, currency });
    noted = believed;
  }

  return {
    look: () =>
      look().catch((error: unknown) =>
        log('payments could not be tried', { chain: chain.slug, error: describeError(error) }),
      ),
    isDoubted: (currency) => doubted.has(currency),
  };
}

/** A payment of one whole unit, or of all there is; none of a token of which there is nothing. */
function probeOf(
  { chain }: Pick<ChainContext, 'chain'>,
  { address, decimals, isNative }: ChainAsset,
  recipient: string,
): readonly FillIntent[] {
  const held = chain.balances.spendable(address)?.value ?? 0n;
  if (isNative || held === 0n || chain.balances.unreadable?.(address) !== undefined) return [];
  const whole = Money.pow10(decimals);
  const amount = held < whole ? held : whole;
  return [{ type: 'fill', orderId: noOrder, currency: address, recipient, amount, calls: [] }];
}
