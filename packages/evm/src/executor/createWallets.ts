import { PortageError } from '@portage/core';
import type { WalletClient } from 'viem';

/** One wallet for all chains, or the wallet of each chain. */
export type WalletSource = WalletClient | ((chainId: number) => WalletClient | undefined);

/** Wallets by their chains. */
export interface Wallets {
  /** The wallet of a chain. @throws PortageError `WRONG_CHAIN` where there is none */
  readonly walletOf: (chainId: number) => WalletClient;
  /**
   * A wallet for what belongs to no chain: of the home chain, else of the one that is named, of one
   * that was used, or of Ethereum.
   *
   * @throws PortageError `WRONG_CHAIN` where none of them has one
   */
  readonly homeWallet: (chainId?: number) => WalletClient;
}

const ethereumId = 1;

/** Finds wallets; a source that throws or answers nothing has none for a chain. */
export function createWallets(source: WalletSource, homeChainId: number | undefined): Wallets {
  const used = new Set<number>();
  const find = (chainId: number): WalletClient | undefined => {
    if (typeof source !== 'function') return source;
    // Callers without types may answer anything.
    const found = source(chainId) as WalletClient | null | undefined;
    if (found === undefined || found === null) return undefined;
    used.add(chainId);
    return found;
  };
  return {
    walletOf: (chainId) => {
      const found = attempt(find, chainId);
      if (found.wallet === undefined) throw noWallet([chainId], found.cause);
      return found.wallet;
    },
    homeWallet: (chainId) => {
      const asked = homeChainId ?? chainId;
      const chains = [...new Set([...(asked === undefined ? [] : [asked]), ...used, ethereumId])];
      let cause: unknown;
      for (const each of chains) {
        const found = attempt(find, each);
        if (found.wallet !== undefined) return found.wallet;
        cause ??= found.cause;
      }
      throw noWallet(chains, cause);
    },
  };
}

/** Wallet that was found, or what its source threw. */
interface Found {
  readonly wallet?: WalletClient | undefined;
  readonly cause?: unknown;
}

function attempt(find: (chainId: number) => WalletClient | undefined, chainId: number): Found {
  try {
    return { wallet: find(chainId) };
  } catch (cause) {
    return { cause };
  }
}

function noWallet(chains: readonly number[], cause: unknown): PortageError {
  const named = chains.map(String).join(' nor ');
  return new PortageError('WRONG_CHAIN', {
    message: `There is no wallet for chain ${named}.`,
    hint: 'Have wallet: (chainId) => … answer the wallet of that chain, or name by homeChainId one that it has.',
    context: { chainId: chains[0] ?? ethereumId },
    cause,
  });
}
