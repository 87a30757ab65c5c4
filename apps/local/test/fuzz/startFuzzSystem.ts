import { solanaChain } from '@portage/devnet';
import { startTestSystem } from '../testSystem.js';
import type { FuzzWorld } from './quoteBodies.js';

/** Service on real chains, with everything that a quote may ask for, and what bodies may name. */
export interface FuzzSystem {
  readonly url: string;
  readonly world: FuzzWorld;
  close(): Promise<void>;
}

/** Starts it in this process. */
export async function startFuzzSystem(): Promise<FuzzSystem> {
  const system = await startTestSystem();
  const { settlement, access } = system.service;
  const key = async (name: string, microUsd: bigint): Promise<string> => {
    await settlement.sponsors.credit({ account: name, microUsd, ref: name });
    const rights = ['fixed-rate', 'route-racing'] as const;
    return (await access.keys.create({ name, sponsor: name, rights })).secret;
  };
  const solana = solanaChain(system.devnet.description);
  const { secret: plain } = await access.keys.create({ name: 'plain' });
  const evm = ([8453, 10] as const).map((id) => {
    const { tokens, uniswap, contracts } = system.chain(id);
    const listed = [...Object.values(tokens), ...Object.values(uniswap.tokens)];
    return {
      id,
      currencies: listed.map(({ address }) => address),
      targets: [
        contracts.multicall3,
        contracts.depository,
        ...listed.map(({ address }) => address),
      ],
    };
  });
  return {
    url: system.url,
    world: {
      chains: [
        ...evm.map(({ id, currencies }) => ({ id, vm: 'evm' as const, currencies })),
        { id: solana.id, vm: 'svm', currencies: [solana.tokens.usdc.address, '1'.repeat(32)] },
      ],
      accounts: {
        evm: system.devnet.description.accounts.map(({ address }) => address),
        svm: solana.accounts.map(({ address }) => address),
      },
      targets: evm.flatMap(({ targets }) => targets),
      apiKeys: [await key('rich', 10n ** 12n), await key('poor', 1n), plain, 'key_none'],
    },
    close: () => system.close(),
  };
}
