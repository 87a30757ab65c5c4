/** `npm run bench -- NAME …`: sets up, then measures (see bench/). */
import { benchStart } from './bench/start.mjs';
import { run, setUp } from './setup.mjs';

const args = process.argv.slice(2);
await setUp();
process.exitCode =
  args[0] === 'start'
    ? await benchStart()
    : await run(process.execPath, ['bench/dist/index.js', ...args]);
