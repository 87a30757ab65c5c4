/**
 * `npm run pack [-- FOLDER]`: sets up, then packs every public package for apps to install (see
 * scripts/packPackages.ts).
 */
import { pnpm, setUp } from './setup.mjs';

await setUp();
process.exitCode = await pnpm(['exec', 'tsx', 'scripts/packPackages.ts', ...process.argv.slice(2)]);
