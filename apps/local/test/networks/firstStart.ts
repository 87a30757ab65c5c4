import { eventually } from '@portage/testing';
import { createWalletClient, erc20Abi, http, publicActions, type Hex } from 'viem';
import { privateKeyToAccount } from 'viem/accounts';
import type { System } from '../../src/startSystem.js';

/** A chain of a devnet as its configuration describes it. */
export interface DescribedChain {
  readonly id: number;
  readonly rpcUrls: readonly string[];
  readonly contracts: { readonly filler: Hex };
  readonly assets: readonly { readonly id: string; readonly address: Hex }[];
}

/**
 * Takes an allowance of the filler back, as a chain has none before the first start of a service:
 * by its renewal the service learns what tip the nodes want, before it quotes.
 */
export async function takeAllowanceBack(chain: DescribedChain, solver: Hex): Promise<void> {
  const token = chain.assets.find(({ id }) => id === 'weth')?.address;
  const transport = http(chain.rpcUrls[0]);
  const wallet = createWalletClient({ account: privateKeyToAccount(solver), transport }).extend(
    publicActions,
  );
  if (token === undefined) throw new Error('The chain has no WETH.');
  const hash = await wallet.writeContract({
    chain: null,
    address: token,
    abi: erc20Abi,
    functionName: 'approve',
    args: [chain.contracts.filler, 0n],
  });
  // In a block before the service counts: its gas would be missing from the books ever after.
  await wallet.waitForTransactionReceipt({ hash, pollingInterval: 100 });
}

/** Waits until the service has renewed every allowance on a chain. */
export async function awaitAllowances({ service }: System, chainId: number): Promise<void> {
  const { spend } = service.chains.byId(chainId);
  await eventually(
    async () => ((await spend?.allowances?.()) ?? []).filter(({ isLow }) => isLow).length,
    (low) => low === 0,
    { what: 'the allowances of a first start', everyMs: 500 },
  );
}
