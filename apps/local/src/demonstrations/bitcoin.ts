import { bitcoinChain } from '@portage/devnet';
import type { ProgressEvent } from '@portage/sdk';
import type { BridgeOptions } from './bridge.js';
import type { Demonstration, DemonstrationContext, Wait } from './demonstration.js';
import { describe, expectThat, routeOf, transfer, type Transfer } from './transfer.js';

/**
 * Bridge from or to Bitcoin. It tells what the request waits for, because the wait for a block is
 * most of its time.
 */
export function bitcoinBridge({ name, from, to, amount }: BridgeOptions): Demonstration {
  return {
    name,
    title: `${amount} ${from} to ${to}, with the wait for its blocks`,
    run: async (context) => {
      // Stages are read when they are reported, which a slow machine does late: the wait is
      // measured from before the first one.
      const before = await readBitcoinHeight(context);
      const { waits, onEvent } = watchWaits(context, name);
      const done = await transfer(context, { from, to, amount, onEvent });
      expectThat(done.status === 'success', `the request succeeds (it ended as ${done.status})`);
      expectThat(
        done.received === BigInt(done.quote.details.currencyOut.amount),
        'the recipient got the quoted amount',
      );
      const seen = await Promise.all(waits);
      const heights = seen.map(({ height }) => height);
      expectThat(
        heights.length > 1 && Math.max(...heights) > before,
        `the request waits for a block (${[before, ...heights].map(String).join(', ')})`,
      );
      const summary = `${routeOf(done)}, ${describeWaits(done, seen)}`;
      return { ...describe(done, { summary, checked: 'received = quoted' }), waits: seen };
    },
  };
}

/** Stages of a request, each with the newest block of Bitcoin, in the order of the stages. */
interface WatchedWaits {
  readonly waits: readonly Promise<Wait>[];
  readonly onEvent: (event: ProgressEvent, seconds: number) => void;
}

function watchWaits(context: DemonstrationContext, name: string): WatchedWaits {
  const { note } = context;
  const waits: Promise<Wait>[] = [];
  let newest: Promise<unknown> = Promise.resolve();
  return {
    waits,
    onEvent: (event, seconds) => {
      const stage = stageOf(event);
      if (stage === undefined) return;
      // One at a time: of two that are asked at once, the later may be answered first.
      const wait = newest.then(async () => {
        const height = await readBitcoinHeight(context);
        const at = `block ${String(height)}, ${String(seconds)} s`;
        note(`… ${name.padEnd(28)} ${stage} (${at})`);
        return { stage, seconds, height };
      });
      newest = wait;
      waits.push(wait);
    },
  };
}

/** Words for the events after which people wait. */
function stageOf(event: ProgressEvent): string | undefined {
  if (event.type === 'submitted') return 'deposit sent, waits for a block';
  if (event.type !== 'status') return undefined;
  return stages[event.status.status];
}

const stages: Readonly<Record<string, string>> = {
  depositing: 'deposit seen in the mempool',
  pending: 'deposit in a block',
  submitted: 'payment sent, waits for a block',
  success: 'payment in a block',
};

/** Height of the newest block of Bitcoin. */
export async function readBitcoinHeight({
  devnet,
}: Pick<DemonstrationContext, 'devnet'>): Promise<number> {
  const { esploraUrl } = bitcoinChain(devnet.description);
  const answer = await fetch(`${esploraUrl}/blocks/tip/height`);
  return Number(await answer.text());
}

/** `blocks 104 to 106 in 3.1 s`. */
function describeWaits({ seconds }: Transfer, waits: readonly Wait[]): string {
  const heights = waits.map(({ height }) => height);
  const [first, last] = [Math.min(...heights), Math.max(...heights)];
  return `blocks ${String(first)} to ${String(last)} in ${String(seconds)} s`;
}
