import { getWallets } from '@wallet-standard/app';
import type { Wallet as StandardWallet } from '@wallet-standard/base';
import type { WalletOffer } from '../wallet.js';

/** Watches the wallets of the browser that sign for Solana, by the wallet standard. */
export function watchStandard(onOffers: (offers: readonly WalletOffer[]) => void): () => void {
  const wallets = getWallets();
  const tell = (): void => {
    onOffers(wallets.get().filter(isSolana).map(offerOf));
  };
  tell();
  const stops = [wallets.on('register', tell), wallets.on('unregister', tell)];
  return () => {
    for (const stop of stops) stop();
  };
}

function isSolana({ features, chains }: StandardWallet): boolean {
  const signs = 'solana:signTransaction' in features;
  return signs && 'standard:connect' in features && chains.some((id) => id.startsWith('solana:'));
}

function offerOf(wallet: StandardWallet): WalletOffer {
  return {
    id: `standard:${wallet.name}`,
    name: wallet.name,
    icon: wallet.icon,
    vm: 'svm',
    isTest: false,
    connect: async (options) => (await import('./openStandard.js')).openStandard(wallet, options),
  };
}
