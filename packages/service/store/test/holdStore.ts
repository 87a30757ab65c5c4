/**
 * Opens the store in the given folder and holds it until a signal ends the process. No signal
 * handler: the hardest case.
 */
import { openStore } from '../src/index.js';

const store = await openStore({ dataDir: process.argv[2] ?? '' });
await store.ping();
process.stdout.write('open\n');
