import type { ChainInfo } from '@portage/sdk';
import { useMutation } from '@tanstack/react-query';
import { useFaucet } from '../balances/useFaucet.js';
import { useWallets } from '../wallets/walletsContext.js';

/** The built-in wallets, all at once. */
export interface TestWallets {
  /** Whether there are any: on a devnet alone. */
  readonly isOffered: boolean;
  readonly isPending: boolean;
  readonly error: Error | null;
  /** Connects those of all families, and gets test money for each. */
  readonly start: () => void;
}

/** Connects the built-in wallets and fills them, so that a newcomer can swap at once. */
export function useStartTestWallets(chains: readonly ChainInfo[]): TestWallets {
  const wallets = useWallets();
  const { mutateAsync: fill } = useFaucet();
  const offers = wallets.offers.filter(
    ({ isTest, vm }) => isTest && chains.some(({ vmType }) => vmType === vm),
  );
  const { mutate, isPending, error } = useMutation({
    mutationFn: () =>
      Promise.all(
        offers.map(async (offer) => {
          const wallet = await wallets.connect(offer);
          if (wallet !== undefined) await fill({ wallet, chains });
        }),
      ),
    networkMode: 'always',
  });
  return {
    isOffered: offers.length > 0,
    isPending,
    error,
    start: () => {
      mutate();
    },
  };
}
