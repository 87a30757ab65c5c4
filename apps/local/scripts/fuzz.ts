/**
 * `npm run local -- fuzz`: sends random bodies and random calls of every endpoint to a service on a
 * devnet in this process. It fails when one of them is answered with anything but a success or 4xx,
 * holds the event loop for more than 50 ms, has another server asked, or harms the books. Bounded:
 * 100,000 bodies, 50,000 calls, or ten minutes for each.
 */
import { Command, InvalidArgumentError } from 'commander';
import { runCalls } from '../test/fuzz/runCalls.js';
import { runFuzz } from '../test/fuzz/runFuzz.js';
import type { BatchReport } from '../test/fuzz/sendBatches.js';
import { startFuzzSystem } from '../test/fuzz/startFuzzSystem.js';

const minutesMax = 10;

const { args } = new Command('npm run local -- fuzz')
  .description(
    'Sends random bodies around the schema of a quote, then random calls of every endpoint, to a service on a devnet. Each must be answered with a success or 4xx, hold the event loop for no more than 50 ms, ask no other server and leave the books whole. Each kind ends after ten minutes.',
  )
  .argument('[bodies]', 'bodies of quotes (default: 100000)', parseWhole)
  .argument('[seed]', 'seed of both (default: another one each time)', parseWhole)
  .argument('[calls]', 'calls of endpoints (default: 50000)', parseWhole)
  .addHelpText(
    'after',
    '\nExit code: 0 when everything holds, 1 otherwise.\n\nExample:\n  npm run local -- fuzz 1000 7 500',
  )
  .parse();
const [bodies, seed, calls] = [
  Number(args[0] ?? 100_000),
  Number(args[1] ?? Date.now() % 2 ** 31),
  Number(args[2] ?? 50_000),
];

/** Reads a whole number of the command line. */
function parseWhole(text: string): number {
  const count = Number(text);
  if (!Number.isSafeInteger(count) || count < 0)
    throw new InvalidArgumentError('It is a whole number.');
  return count;
}

/** Runs one kind, prints what it found, and says whether all was well. */
async function run<Report extends BatchReport>(
  what: string,
  count: number,
  work: (options: {
    readonly signal: AbortSignal;
    readonly onProgress: (sent: number) => void;
  }) => Promise<Report>,
): Promise<Report & { readonly isWell: boolean }> {
  const started = performance.now();
  const seconds = (): string => ((performance.now() - started) / 1000).toFixed(0);
  const report = await work({
    signal: AbortSignal.timeout(minutesMax * 60_000),
    onProgress: (sent) => {
      if (sent % 6_400 === 0) console.log(`${String(sent)} ${what} after ${seconds()} s`);
    },
  });
  const { sent, answers, delayMs, stalls, faults } = report;
  console.log(`\n${String(sent)} ${what} in ${seconds()} s, seed ${String(seed)}`);
  for (const [label, times] of [...answers].sort((a, b) => b[1] - a[1]))
    console.log(`${String(times).padStart(8)}  ${label}`);
  console.log(
    `event loop delay: p99 ${delayMs.p99.toFixed(1)} ms, max ${delayMs.max.toFixed(1)} ms; ${String(stalls.length)} stalls by one of them`,
  );
  for (const { body, ms } of stalls) console.log(`stall of ${ms.toFixed(0)} ms: ${body}`);
  for (const { body, fault } of faults) console.log(`fault: ${fault}\n  ${body}`);
  return { ...report, isWell: sent === count && faults.length === 0 && stalls.length === 0 };
}

const system = await startFuzzSystem();
const { url, world, verify } = system;
const quotes = await run('bodies', bodies, (options) =>
  runFuzz({ ...options, url, world, verify, bodies, seed }),
);
console.log(
  `quotes: ${[...quotes.quoted].map(([kind, count]) => `${String(count)} ${kind}`).join(', ')}`,
);
const others = await run('calls', calls, (options) =>
  runCalls({ ...options, url, world, calls, seed }),
);
const harm = await system.findHarm();
const asked = system.trapped();
await system.close();

for (const what of harm) console.log(`fault: the books: ${what}`);
if (asked > 0) console.log(`fault: the service asked another server ${String(asked)} times`);
const isPolluted = Object.hasOwn(Object.prototype, 'polluted');
if (isPolluted) console.log('fault: a body changed the prototype of all objects');
const isWell = quotes.isWell && others.isWell && harm.length === 0 && asked === 0 && !isPolluted;
console.log(isWell ? 'ok' : 'FAILED');
process.exitCode = isWell ? 0 : 1;
