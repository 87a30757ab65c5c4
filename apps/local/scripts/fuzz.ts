/**
 * `npm run fuzz`: sends random bodies to a service on a devnet in this process and fails when one
 * of them is answered with anything but 200 or 4xx, or holds the event loop for more than 50 ms.
 * Bounded: 100,000 bodies or ten minutes.
 *
 * Usage: fuzz.ts [bodies] [seed]
 */
import { runFuzz } from '../test/fuzz/runFuzz.js';
import { startFuzzSystem } from '../test/fuzz/startFuzzSystem.js';

const minutesMax = 10;

const bodies = Number(process.argv[2] ?? 100_000);
const seed = Number(process.argv[3] ?? Date.now() % 2 ** 31);
if (!Number.isSafeInteger(bodies) || !Number.isSafeInteger(seed))
  throw new Error('Usage: fuzz.ts [bodies] [seed]');

const system = await startFuzzSystem();
const started = performance.now();
const onProgress = (sent: number): void => {
  if (sent % 6_400 === 0)
    console.log(
      `${String(sent)} bodies after ${((performance.now() - started) / 1000).toFixed(0)} s`,
    );
};
const report = await runFuzz({
  url: system.url,
  world: system.world,
  verify: system.verify,
  bodies,
  seed,
  signal: AbortSignal.timeout(minutesMax * 60_000),
  onProgress,
});
await system.close();

console.log(
  `\n${String(report.sent)} bodies in ${((performance.now() - started) / 1000).toFixed(0)} s, seed ${String(seed)}`,
);
for (const [label, count] of [...report.answers].sort((a, b) => b[1] - a[1]))
  console.log(`${String(count).padStart(8)}  ${label}`);
console.log(
  `quotes: ${[...report.quoted].map(([kind, count]) => `${String(count)} ${kind}`).join(', ')}`,
);
console.log(
  `event loop delay: p99 ${report.delayMs.p99.toFixed(1)} ms, max ${report.delayMs.max.toFixed(1)} ms; ${String(report.stalls.length)} stalls by one body`,
);
for (const { body, ms } of report.stalls) console.log(`stall of ${ms.toFixed(0)} ms: ${body}`);
for (const { body, fault } of report.faults) console.log(`fault: ${fault}\n  ${body}`);
const isPolluted = Object.hasOwn(Object.prototype, 'polluted');
if (isPolluted) console.log('fault: a body changed the prototype of all objects');
const isWell =
  report.sent === bodies && report.faults.length === 0 && report.stalls.length === 0 && !isPolluted;
console.log(isWell ? 'ok' : 'FAILED');
process.exitCode = isWell ? 0 : 1;
