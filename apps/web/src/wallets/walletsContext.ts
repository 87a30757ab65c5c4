import type { Executor } from '@portage/sdk';
import { createContext, useContext } from 'react';
import type { Wallet, WalletOffer } from './wallet.js';

/** Wallets of the page. */
export interface Wallets {
  readonly connected: readonly Wallet[];
  readonly offers: readonly WalletOffer[];
  /** Whether the wallets of the last visit have been asked. */
  readonly isReady: boolean;
  /** The connected wallet of a family. */
  readonly find: (vm: string | undefined) => Wallet | undefined;
  /** Connects a wallet; undefined where the user declined. */
  readonly connect: (offer: WalletOffer) => Promise<Wallet | undefined>;
  /** Takes a wallet that the user entered, and remembers it. */
  readonly enter: (wallet: Wallet) => void;
  readonly disconnect: (vm: string) => void;
  /** Executors of the connected wallets. */
  readonly executors: () => readonly Executor[];
}

/** Context of the wallets; undefined outside their provider. */
export const WalletsContext = createContext<Wallets | undefined>(undefined);

/** Wallets of the page. */
export function useWallets(): Wallets {
  const wallets = useContext(WalletsContext);
  if (wallets === undefined) throw new Error('useWallets needs a <WalletsProvider> above it.');
  return wallets;
}
