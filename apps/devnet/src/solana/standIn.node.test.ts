import { expect, test } from 'vitest';
import { callNode } from '../callNode.js';
import { createDevnet, solanaChain } from '../index.js';

/** Those of Solana's main cluster, as `@portage/networks` names them with their sources. */
const genesisHash = '5eykt4UsFv8P8NJdTREpY1vzqKqZKvdpKuc147dw2N9d';
const usdcMint = 'EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v';

test('a cluster stands in for a real one by its genesis hash and its mint of USDC', async () => {
  const devnet = await createDevnet({
    chains: [{ vm: 'svm', id: 792703809, slug: 'solana', name: 'Solana' }],
    ports: [0],
    controlPort: 0,
    solana: { slotMs: 100, genesisHash, usdcMint },
  });
  try {
    const chain = solanaChain(devnet.description);
    expect(chain.genesisHash).toBe(genesisHash);
    expect(await callNode(chain.rpcUrl, 'getGenesisHash', [])).toBe(genesisHash);
    const [account] = chain.accounts;
    await devnet.solana().faucet(account?.address ?? '', { usdc: 5n });
    const held = await callNode(chain.rpcUrl, 'getTokenAccountsByOwner', [
      account?.address,
      { mint: usdcMint },
      { encoding: 'jsonParsed' },
    ]);
    expect(JSON.stringify(held)).toContain(usdcMint);
  } finally {
    await devnet.close();
  }
});
