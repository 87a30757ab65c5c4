import { FREE, STATE, ZEROS, assembleKeccak } from './assembleKeccak.js';

const LINE = 120;

/** The text of `src/module.ts`. */
export function describeModule(): string {
  const lines = Buffer.from(assembleKeccak()).toString('base64').match(new RegExp(`.{1,${String(LINE)}}`, 'g')) ?? [];
  return [
    '// Written by `pnpm wasm` from scripts/assembleKeccak.ts; do not edit.',
    '',
    '/** In the memory of the module: 200 bytes that stay zero, the state that the last call left, and the first free byte. */',
    `export const ZEROS = ${String(ZEROS)};`,
    `export const STATE = ${String(STATE)};`,
    `export const FREE = ${String(FREE)};`,
    '',
    '/** The module in base64. */',
    `export const moduleText: string =\n${lines.map((line) => `  '${line}'`).join(' +\n')};`,
    '',
  ].join('\n');
}
