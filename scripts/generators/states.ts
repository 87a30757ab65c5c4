/** Writes docs/states.md from core's transition table. */
import {
  requestStatuses,
  requestTransitions,
  terminalStatuses,
} from '../../packages/core/src/states.js';
import type { Generator } from './generator.js';

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

/** The document of the states of a request. */
export const generateStates: Generator = () => ({ files: [{ file: 'docs/states.md', text }] });
