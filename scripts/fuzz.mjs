/**
 * `npm run fuzz [-- BODIES [SEED]]`: sets up, then sends random bodies around the schema of a quote
 * to a server (see packages/service/api/scripts/fuzz.ts).
 */
import { pnpm, setUp } from './setup.mjs';

await setUp();
process.exitCode = await pnpm([
  '--filter',
  '@portage/api',
  'run',
  'fuzz',
  ...process.argv.slice(2),
]);
