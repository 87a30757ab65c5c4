import { createStore, type EIP1193Provider, type EIP6963ProviderDetail } from 'mipd';
import { isRecord } from '../../storage/isRecord.js';
import { readGlobal } from '../readGlobal.js';
import type { WalletOffer } from '../wallet.js';

/** Watches the wallets of the browser that announce themselves (EIP-6963). */
export function watchInjected(onOffers: (offers: readonly WalletOffer[]) => void): () => void {
  const store = createStore();
  const tell = (details: readonly EIP6963ProviderDetail[]): void => {
    const legacy = findLegacy(details);
    onOffers([...details.map(offerOf), ...(legacy === undefined ? [] : [legacy])]);
  };
  const look = (): void => {
    tell(store.getProviders());
  };
  store.subscribe(tell, { emitImmediately: true });
  // A wallet without announcement puts its provider there at some time before the page has loaded.
  addEventListener('load', look);
  return () => {
    removeEventListener('load', look);
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

/**
 * The wallet at `window.ethereum` that announces nothing. Where others announce themselves, it is
 * one of them under another name, or hides behind them: they come first.
 */
function findLegacy(announced: readonly EIP6963ProviderDetail[]): WalletOffer | undefined {
  if (announced.length > 0) return undefined;
  const ethereum = readGlobal('ethereum');
  if (!isProvider(ethereum)) return undefined;
  return offerOf({
    info: { uuid: 'legacy', rdns: 'legacy', name: 'Browser wallet', icon: 'data:image/png,' },
    provider: ethereum,
  });
}

function isProvider(value: unknown): value is EIP1193Provider {
  return (
    isRecord(value) &&
    ['request', 'on', 'removeListener'].every((name) => typeof value[name] === 'function')
  );
}
