import type { BenchOptions } from '../benchOptions.js';
import { startBenchSystem } from '../environment/benchSystem.js';
import type { BenchResult } from '../measure/report.js';
import { formatSpread, median, quantile } from '../measure/statistics.js';
import { measureLatency, type LatencySample } from './measureLatency.js';
import { measureFillRate, measureNodeRate } from './measureThroughput.js';

const destinationChainId = 10;
/** Sizes of a measurement: deposits one at a time, and deposits of one block. */
const fullSizes = { warmUp: 10, samplesARound: 8, samplesMin: 30, fillCount: 2_000 } as const;
const shortSizes = { warmUp: 2, samplesARound: 4, samplesMin: 4, fillCount: 200 } as const;
const throughputRoundsMax = 3;
const latencyGoal = 4;
const shareGoal = 0.4;

/**
 * Time from a deposit to its fill, everything durable, beside the nodes' own part; and fills a
 * second beside the node's own rate.
 */
export async function benchFill({
  rounds,
  isShort = false,
  note,
}: BenchOptions): Promise<BenchResult> {
  const { warmUp, samplesARound, samplesMin, fillCount } = isShort ? shortSizes : fullSizes;
  const system = await startBenchSystem({ proxied: [destinationChainId] });
  try {
    await measureLatency(system, warmUp);
    const samples = await measureLatency(system, Math.max(samplesMin, rounds * samplesARound));
    note(
      `${String(samples.length)} deposits one at a time: ${median(samples.map(({ acceptedMs }) => acceptedMs)).toFixed(1)} ms at the median`,
    );
    const rates = { node: [] as number[], fills: [] as number[] };
    for (let round = 0; round <= Math.min(rounds, throughputRoundsMax); round += 1) {
      const node = await measureNodeRate(system, fillCount);
      const fills = await measureFillRate(system, fillCount);
      note(`round ${String(round)}: node ${node.toFixed(0)}/s, fills ${fills.toFixed(0)}/s`);
      if (round === 0) continue;
      rates.node.push(node);
      rates.fills.push(fills);
    }
    return summarise(samples, rates, fillCount);
  } finally {
    await system.close();
  }
}

function summarise(
  samples: readonly LatencySample[],
  rates: { readonly node: readonly number[]; readonly fills: readonly number[] },
  fillCount: number,
): BenchResult {
  const delivered = samples.map(({ deliveredMs }) => deliveredMs);
  const rawSends = samples.map(({ rawSendMs }) => rawSendMs);
  const accepted = samples.map(({ acceptedMs }) => acceptedMs);
  const floor = median(delivered) + median(rawSends);
  const multiple = median(accepted) / floor;
  const share = median(rates.fills) / median(rates.node);
  return {
    bench: 'fill',
    figures: [
      {
        name: 'deposit to fill, multiple of the floor',
        value: multiple.toFixed(2),
        goal: `within ${String(latencyGoal)}`,
        reached: multiple <= latencyGoal,
      },
      {
        name: 'floor: delivery and one raw send, ms',
        value: `${floor.toFixed(2)} = ${formatSpread(delivered, 2)} + ${formatSpread(rawSends, 2)}`,
      },
      { name: 'deposit to fill accepted, ms', value: formatSpread(accepted, 2) },
      { name: 'deposit to fill accepted, p95 ms', value: quantile(accepted, 0.95).toFixed(2) },
      {
        name: 'deposit to fill sent, ms',
        value: formatSpread(
          samples.map(({ sentMs }) => sentMs),
          2,
        ),
      },
      {
        name: 'fills/s, share of what the node accepts',
        value: share.toFixed(2),
        goal: String(shareGoal),
        reached: share >= shareGoal,
      },
      { name: 'fills/s', value: formatSpread(rates.fills) },
      { name: 'node: presigned fills/s in batches of 100', value: formatSpread(rates.node) },
    ],
    notes: [
      `${String(samples.length)} deposits one at a time, each mined at a random moment between the destination's blocks; the clock starts when the block is asked for. The deposit is matched, booked and made a job in one commit, the fill signed and stored in a second, which makes both durable, then sent.`,
      `Throughput: ${String(fillCount)} deposits in one block, until the last fill is accepted; ${String(rates.fills.length)} rounds in rotation after one to warm up. Nothing is pinned: nodes, service, PostgreSQL and this program share the machine.`,
    ],
  };
}
