import type { Devnet } from '@portage/devnet';
import type { Random } from '../soak/random.js';
import { pause } from '../soak/startLiars.js';

/** Milliseconds between two spikes, and for which one lasts. */
const calmMs = { min: 4_000, max: 12_000 } as const;
const spikeMs = { min: 2_000, max: 6_000 } as const;
const weiPerGwei = 1_000_000_000n;

/** Makes gas of one EVM chain dear for a while, again and again; returns how often. */
export async function spikeFees(
  devnet: Devnet,
  random: Random,
  signal: AbortSignal,
): Promise<number> {
  const chains = Object.values(devnet.description.chains).filter(({ vm }) => vm === 'evm');
  for (let spikes = 0; ; spikes += 1) {
    await pause(random.between(calmMs.min, calmMs.max), signal);
    const chain = chains[random.between(0, chains.length - 1)];
    if (signal.aborted || chain === undefined) return spikes;
    await devnet.setBaseFee(chain.id, BigInt(random.between(50, 500)) * weiPerGwei);
    await pause(random.between(spikeMs.min, spikeMs.max), signal);
    await devnet.setBaseFee(chain.id, weiPerGwei);
  }
}
