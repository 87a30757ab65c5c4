/** `npm run bench -- NAME …`: sets up, then measures (see bench/). */
import { run, setUp } from './setup.mjs';

await setUp();
process.exitCode = await run(process.execPath, ['bench/dist/index.js', ...process.argv.slice(2)]);
