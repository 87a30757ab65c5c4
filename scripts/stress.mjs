/**
 * `npm run stress`: runs files of tests many times on a machine that is busy with something else,
 * while their chains, databases and services stand still now and then. A test that passes by luck
 * of the clock fails here. `npm run stress -- --help` lists the options.
 */
import { setUp } from './setup.mjs';
import { nodeTests } from './stress/files.mjs';
import { startLoad } from './stress/load.mjs';
import { readOptions, usage } from './stress/options.mjs';
import { openResults } from './stress/results.mjs';
import { runFile } from './stress/runFile.mjs';
import { startStops } from './stress/stops.mjs';
import { tableOf } from './stress/table.mjs';

const args = process.argv.slice(2);
const options = readOptions(args);
if (typeof options === 'string' || options.help) {
  process.stdout.write(typeof options === 'string' ? `${options}\n\n${usage}` : usage);
  process.exit(typeof options === 'string' ? 2 : 0);
}

const files = nodeTests(options);
if (files.length === 0) {
  process.stdout.write('No file of node tests is meant.\n\n0 passed, 0 failed\n');
  process.exit(options.changed === undefined ? 2 : 0);
}
const results = openResults(options.resume);
const planned = files.flatMap((file) =>
  Array.from({ length: options.times }, (_, time) => ({ file, time: time + 1 })),
);
const waiting = planned.filter((one) => !results.has(one));

await setUp();
const say = (text) => (options.json ? process.stderr : process.stdout).write(`${text}\n`);
say(
  `${files.length} files, ${options.times} times beside ${options.load} busy loops` +
    `${options.stops ? `, with stops (seed ${options.seed})` : ''}` +
    `${planned.length === waiting.length ? '' : `; ${planned.length - waiting.length} runs are done already`}`,
);

const loops = startLoad(options.load);
const stops = options.stops ? startStops(options.seed) : { end: () => undefined, counts: {} };
const endAll = () => {
  stops.end();
  loops.end();
};
process.on('exit', endAll);
for (const [signal, code] of [
  ['SIGINT', 130],
  ['SIGTERM', 143],
])
  process.on(signal, () => process.exit(code));

const until = Date.now() + options.minutes * 60_000;
let done = 0;
for (const { file, time } of waiting) {
  if (Date.now() >= until) break;
  const result = { file, time, ...(await runFile(file)) };
  results.add(result);
  done += 1;
  say(
    `[${done}/${waiting.length}] ${result.ok ? 'passed' : 'FAILED'} ${result.seconds.toFixed(0).padStart(4)} s  ${file} (${time})`,
  );
  if (!result.ok) say(result.message.replaceAll(/^/gm, '    '));
}
endAll();

const wanted = new Set(files);
const runs = results.all().filter(({ file }) => wanted.has(file));
const failed = runs.filter(({ ok }) => !ok).length;
if (options.json)
  process.stdout.write(
    `${JSON.stringify({ ...options, files: files.length, stopped: stops.counts, runs })}\n`,
  );
else {
  process.stdout.write(`\n${tableOf(runs)}\n`);
  if (options.stops) process.stdout.write(`stopped: ${JSON.stringify(stops.counts)}\n`);
  if (done < waiting.length)
    process.stdout.write(
      `${waiting.length - done} runs were left when ${options.minutes} minutes had passed\n`,
    );
  process.stdout.write(`\n${runs.length - failed} passed, ${failed} failed\n`);
}
process.exitCode = failed === 0 ? 0 : 1;
