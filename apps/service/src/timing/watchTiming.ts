import type { Clock, Log } from '@portage/core';
import type { Chain } from '@portage/core/chain';
import type { Timing } from '@portage/quoter';
import type { Settlement } from '@portage/settlement';
import { keepFresh } from '../restrictions/keepFresh.js';
import { createBlockTimes } from './createBlockTimes.js';

const tipMs = 250;
const recordsMs = 5_000;
/** Readings of {@link recordsMs} over which the delay of finality is averaged. */
const lagsMax = 120;

/** Chains and records that are measured, and the lifetime of that. */
export interface TimingOptions {
  readonly chains: readonly Pick<Chain, 'id' | 'observe'>[];
  readonly settlement: {
    readonly chains: Pick<Settlement['chains'], 'progress'>;
    readonly requests: Pick<Settlement['requests'], 'payoutTimes'>;
  };
  readonly clock: Pick<Clock, 'every'>;
  readonly log: Log;
  readonly signal: AbortSignal;
}

/**
 * Measures how fast chains and payouts are: blocks as they come, the chains' own word on finality,
 * and the payouts of the last hour. Quotes read it from memory.
 */
export async function watchTiming(options: TimingOptions): Promise<Timing> {
  const { chains, clock, signal } = options;
  const blocks = createBlockTimes();
  clock.every(
    tipMs,
    () => {
      for (const { id, observe } of chains) {
        const tip = observe.tip();
        if (tip !== undefined)
          blocks.note(id, { height: tip.value.height, seenAt: tip.observedAt });
      }
    },
    signal,
  );
  const finalBlocks = await watchFinalBlocks(options);
  const { requests } = options.settlement;
  const readPayouts = async (): Promise<ReadonlyMap<string, number>> => {
    const times = await requests.payoutTimes();
    return new Map(
      times.map((each) => [
        pairOf(each.originChainId, each.destinationChainId),
        each.medianSeconds,
      ]),
    );
  };
  const payouts = await keepFresh('times of payouts', readPayouts, {
    ...options,
    pollMs: recordsMs,
  });
  return {
    blockSeconds: (chainId) => blocks.blockSeconds(chainId),
    finalSeconds: (chainId) => {
      const [behind, block] = [finalBlocks(chainId), blocks.blockSeconds(chainId)];
      return behind === undefined || block === undefined ? undefined : behind * block;
    },
    payoutSeconds: (origin, destination) => payouts().get(pairOf(origin, destination)),
  };
}

function pairOf(originChainId: number, destinationChainId: number): string {
  return `${originChainId.toString()} ${destinationChainId.toString()}`;
}

/** Blocks by which the chains' own word on finality is behind, on average over ten minutes. */
async function watchFinalBlocks(
  options: TimingOptions,
): Promise<(chainId: number) => number | undefined> {
  const lags = new Map<number, readonly number[]>();
  const averages = new Map<number, number>();
  const read = async (): Promise<void> => {
    for (const { id } of options.chains) {
      const progress = await options.settlement.chains.progress(id);
      // A chain that says nothing of finality stays at 0.
      if (progress === undefined || progress.finalizedHeight === 0) continue;
      const lag = Math.max(0, progress.height - progress.finalizedHeight);
      const known = [...(lags.get(id) ?? []), lag].slice(-lagsMax);
      lags.set(id, known);
      averages.set(id, known.reduce((sum, each) => sum + each, 0) / known.length);
    }
  };
  await keepFresh('finality of chains', read, { ...options, pollMs: recordsMs });
  return (chainId) => averages.get(chainId);
}
