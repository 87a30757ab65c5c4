import type { ChainInfo } from '@portage/sdk';
import { useMutation, useQueryClient, type UseMutationResult } from '@tanstack/react-query';
import { useSettings } from '../settings/useSettings.js';
import type { Wallet } from '../wallets/wallet.js';
import { balancesKey } from './useBalances.js';

/** Who gets test money, and on which chains. */
export interface FaucetRequest {
  readonly wallet: Wallet;
  readonly chains: readonly ChainInfo[];
}

/** Test money in whole units: of the native currency of a chain, and of USDC. */
interface Gift {
  readonly native?: bigint;
  readonly usdc?: bigint;
}

/** Test money of each family. */
const gifts: Readonly<Record<string, Gift>> = {
  evm: { native: 2n, usdc: 2_500n },
  svm: { native: 20n, usdc: 2_500n },
  bvm: { native: 1n },
  lvm: { usdc: 2_500n },
};

const usdcDecimals = 6n;

/** Gets test money for a test wallet from the faucet of the devnet. */
export function useFaucet(): UseMutationResult<void, Error, FaucetRequest> {
  const faucetUrl = useSettings()?.faucetUrl;
  const queries = useQueryClient();
  return useMutation({
    mutationFn: async ({ wallet, chains }: FaucetRequest) => {
      if (faucetUrl === undefined) throw new Error('Only a devnet has a faucet.');
      const own = chains.filter(({ vmType }) => vmType === wallet.vm);
      await Promise.all(own.map((chain) => give(faucetUrl, chain, wallet.address)));
      await queries.invalidateQueries({ queryKey: [balancesKey] });
    },
    networkMode: 'always',
  });
}

async function give(faucetUrl: string, chain: ChainInfo, address: string): Promise<void> {
  const gift = gifts[chain.vmType];
  if (gift === undefined) return;
  const { native, usdc } = gift;
  const answer = await fetch(faucetUrl, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({
      chainId: chain.id,
      address,
      ...(native === undefined
        ? {}
        : { native: String(native * 10n ** BigInt(chain.currency.decimals)) }),
      ...(usdc === undefined ? {} : { usdc: String(usdc * 10n ** usdcDecimals) }),
    }),
  });
  if (!answer.ok) throw new Error(`The faucet of ${chain.displayName} gave nothing.`);
}
