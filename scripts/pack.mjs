/**
 * `npm run pack [-- FOLDER]`: sets up, then packs every public package for apps to install (see
 * scripts/packPackages.ts).
 */
import { pnpm, setUp } from './setup.mjs';

const wanted = process.argv.slice(2);
if (wanted.length > 1 || wanted.some((argument) => argument.startsWith('-'))) {
  process.stdout.write(
    'Usage: npm run pack [-- FOLDER]\nFOLDER: where the packages go; packed/ unless it is named\n',
  );
  process.exit(wanted.includes('--help') ? 0 : 2);
}

await setUp();
process.exitCode = await pnpm(['exec', 'tsx', 'scripts/packPackages.ts', ...wanted]);
