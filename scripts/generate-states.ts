/**
 * Writes docs/states.md from core's transition table; `--check` fails when the file is not what
 * would be written.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  requestStatuses,
  requestTransitions,
  terminalStatuses,
} from '../packages/core/src/states.js';

const file = join(import.meta.dirname, '..', 'docs', 'states.md');

const rows = requestStatuses.flatMap((status) =>
  Object.entries(requestTransitions[status]).map(([event, next]) => ({ status, event, next })),
);

const text = [
  '# States of a request',
  '',
  'Generated from `packages/core/src/states.ts` by `pnpm states`. An event that has no row changes nothing; a terminal',
  'status is never left.',
  '',
  '```mermaid',
  'stateDiagram-v2',
  '  [*] --> waiting',
  ...rows.map(({ status, event, next }) => `  ${status} --> ${next}: ${event}`),
  ...[...terminalStatuses].map((status) => `  ${status} --> [*]`),
  '```',
  '',
  '| status | event | next |',
  '| --- | --- | --- |',
  ...rows.map(({ status, event, next }) => `| ${status} | ${event} | ${next} |`),
  '',
].join('\n');

if (process.argv.includes('--check')) {
  if (readFileSync(file, 'utf8') !== text) {
    process.stderr.write('docs/states.md is out of date: run pnpm states\n');
    process.exitCode = 1;
  }
} else {
  writeFileSync(file, text);
}
