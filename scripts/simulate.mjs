/**
 * `npm run simulate [-- --orders 2000 --seed 1]`: sets up, then runs the settlement core under
 * faults that a seed decides (see docs/simulation.md).
 */
import { env, pnpm, setUp } from './setup.mjs';

await setUp();
const args = ['--silent', '--filter', '@portage/simulation', 'run', 'simulate'];
process.exitCode = await pnpm([...args, ...process.argv.slice(2)], { env });
