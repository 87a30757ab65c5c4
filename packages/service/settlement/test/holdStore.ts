/**
 * Opens the store in the given folder and holds it until a signal ends the process. No signal
 * handler: the hardest case.
 */
import { openSettlement } from './openSettlement.js';

const store = await openSettlement({ dataDir: process.argv[2] ?? '' });
await store.ping();
process.stdout.write('open\n');
