import { isRecord } from '../../storage/isRecord.js';
import { readGlobal } from '../readGlobal.js';
import type { WalletOffer } from '../wallet.js';

/** Watches the wallets of the browser that sign for Bitcoin: UniSat's shape, and sats-connect's. */
export function watchBitcoin(onOffers: (offers: readonly WalletOffer[]) => void): () => void {
  const look = (): void => {
    onOffers(findOffers());
  };
  look();
  // They have no event to announce themselves with; all are there once the page has loaded.
  addEventListener('load', look);
  return () => {
    removeEventListener('load', look);
  };
}

function findOffers(): readonly WalletOffer[] {
  const [unisat, xverse] = [readGlobal('unisat'), readGlobal('XverseProviders')];
  const bitcoin = isRecord(xverse) ? xverse['BitcoinProvider'] : undefined;
  return [
    ...(isRecord(unisat) ? [unisatOffer(unisat)] : []),
    ...(isRecord(bitcoin) ? [satsConnectOffer(bitcoin)] : []),
  ];
}

type Provider = Readonly<Record<string, unknown>>;

function unisatOffer(provider: Provider): WalletOffer {
  return {
    id: 'unisat',
    name: 'UniSat',
    vm: 'bvm',
    isTest: false,
    connect: async (options) => (await import('./openInjected.js')).openUnisat(provider, options),
  };
}

function satsConnectOffer(provider: Provider): WalletOffer {
  return {
    id: 'xverse',
    name: 'Xverse',
    vm: 'bvm',
    isTest: false,
    connect: async (options) =>
      (await import('./openInjected.js')).openSatsConnect(provider, options),
  };
}
