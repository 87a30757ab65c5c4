import { createStore, type EIP6963ProviderDetail } from 'mipd';
import type { WalletOffer } from '../wallet.js';

/** Watches the wallets of the browser that announce themselves (EIP-6963). */
export function watchInjected(onOffers: (offers: readonly WalletOffer[]) => void): () => void {
  const store = createStore();
  const tell = (details: readonly EIP6963ProviderDetail[]): void => {
    onOffers(details.map(offerOf));
  };
  store.subscribe(tell, { emitImmediately: true });
  return () => {
    store.destroy();
  };
}

function offerOf({ info, provider }: EIP6963ProviderDetail): WalletOffer {
  const { rdns, name, icon } = info;
  return {
    id: rdns,
    name,
    icon,
    vm: 'evm',
    isTest: false,
    connect: async (options) =>
      (await import('./openInjected.js')).openInjected({ id: rdns, name, icon, provider }, options),
  };
}
