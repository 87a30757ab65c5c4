/**
 * Saves requests as fast as it can, from eight callers, and prints the number of each one that was
 * acknowledged.
 */
import { openSettlement } from './openSettlement.js';
import { newRequest } from './newRequest.js';

const store = await openSettlement({ dataDir: process.argv[2] ?? '' });
let next = Number(process.argv[3]);

async function write(): Promise<never> {
  for (;;) {
    const number = next++;
    await store.saveRequest(newRequest(number));
    process.stdout.write(`${number}\n`);
  }
}

await Promise.all(Array.from({ length: 8 }, write));
