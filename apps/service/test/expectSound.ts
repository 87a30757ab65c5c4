import type { Devnet } from '@portage/devnet';
import { expect } from 'vitest';
import { openBeside } from './openDatabase.js';

/** Expects that no audit of the books of a running service finds anything. */
export async function expectSound(dataDir: string, devnet: Pick<Devnet, 'id'>): Promise<void> {
  const store = await openBeside(dataDir, devnet);
  try {
    expect(await store.ledger.audit()).toEqual([]);
  } finally {
    await store.close();
  }
}
