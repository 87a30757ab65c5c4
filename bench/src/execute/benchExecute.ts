import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createDevnet, type Devnet } from '@portage/devnet';
import type { BenchOptions } from '../benchOptions.js';
import type { BenchResult } from '../measure/report.js';
import { formatSpread, median } from '../measure/statistics.js';
import { portageContestant, relayContestant, viemChain, type Contestant } from './contestants.js';
import { startFillingServer, type FillingServer } from './fillingServer.js';
import { createInstantWallet } from './instantWallet.js';

const fillMs = 300;
const originChainId = 8453;
/** Rounds, at most: an execution of the slower client takes five seconds. */
const roundsMax = 15;
const goalMs = 10;

/**
 * Time that a client adds to a fill that takes 300 ms: ours beside `@relayprotocol/relay-sdk`, on
 * the same server and wallet.
 */
export async function benchExecute({ rounds, note }: BenchOptions): Promise<BenchResult> {
  const dataDir = await mkdtemp(join(tmpdir(), 'portage-bench-'));
  const devnet = await createDevnet({ dataDir, blockTimeSeconds: 1 });
  try {
    const server = await startFillingServer(devnet, fillMs);
    try {
      const contestants = [portageContestant(server.url), relayContestant(server.url, devnet)];
      const beyond = new Map<string, number[]>(contestants.map(({ name }) => [name, []]));
      for (let round = 0; round <= Math.min(rounds, roundsMax); round += 1) {
        for (const contestant of round % 2 === 0 ? contestants : [...contestants].reverse()) {
          const ms = await timeBeyondFill(contestant, { server, devnet });
          note(`round ${String(round)} ${contestant.name}: ${ms.toFixed(1)} ms beyond the fill`);
          if (round > 0) beyond.get(contestant.name)?.push(ms);
        }
      }
      return summarise(beyond);
    } finally {
      await server.close();
    }
  } finally {
    await devnet.close();
    await rm(dataDir, { recursive: true, force: true });
  }
}

/** Milliseconds from the moment the request succeeded until the client reports success. */
async function timeBeyondFill(
  contestant: Contestant,
  { server, devnet }: { readonly server: FillingServer; readonly devnet: Devnet },
): Promise<number> {
  const account = devnet.description.accounts[0]?.address;
  if (account === undefined) throw new Error('The devnet has no account.');
  const sent: number[] = [];
  const wallet = createInstantWallet({
    account,
    chain: viemChain(devnet, originChainId),
    onSent: (transaction) => void sent.push(server.sent(transaction)),
  });
  await contestant.swap(wallet, account);
  const ended = performance.now();
  const [sentAt] = sent;
  if (sentAt === undefined || sent.length > 1)
    throw new Error(`${contestant.name} sent ${String(sent.length)} transactions.`);
  return ended - sentAt - fillMs;
}

function summarise(beyond: ReadonlyMap<string, readonly number[]>): BenchResult {
  const [ours = [], theirs = []] = [...beyond.values()];
  const middle = median(ours);
  return {
    bench: 'execute',
    figures: [
      {
        name: `portage: ms beyond a fill of ${String(fillMs)} ms`,
        value: formatSpread(ours, 1),
        goal: `under ${String(goalMs)}`,
        reached: middle < goalMs,
      },
      {
        name: `relay-sdk 7.0.3: ms beyond a fill of ${String(fillMs)} ms`,
        value: formatSpread(theirs, 1),
      },
      {
        name: 'relay-sdk takes so many times as long',
        value: (median(theirs) / middle).toFixed(0),
      },
    ],
    notes: [
      `Medians of ${String(ours.length)} executions each, in rotation, after one to warm up. Both ask the same server, which pushes and answers polls, with the same viem wallet, whose provider answers at once; default options on both sides.`,
      'The clock starts when the provider is asked to send; 300 ms later the request succeeds. Ours hears it on the status stream; theirs finds it with its next poll, five seconds after the first.',
    ],
  };
}
