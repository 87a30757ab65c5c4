import type { Hex } from 'viem';
import type { DevnetChain } from '@portage/devnet';
import { startSystem, type System } from '../src/startSystem.js';

/** A whole system for a test file. */
export interface TestSystem extends System {
  chain(id: 8453 | 10): DevnetChain;
  usdc(id: 8453 | 10): Hex;
}

/** Starts a system on free ports with quick blocks. */
export async function startTestSystem(): Promise<TestSystem> {
  const system = await startSystem({ dataDir: undefined, port: 0, blockTimeSeconds: 0.25, accounts: 10 });
  const chain = (id: 8453 | 10): DevnetChain => {
    const found = system.devnet.description.chains[String(id)];
    if (found === undefined) throw new Error(`Chain ${id} is missing.`);
    return found;
  };
  return { ...system, chain, usdc: (id) => chain(id).tokens.usdc.address };
}
