import type { ChainInfo } from '@portage/sdk';
import { useChains } from '@portage/react';
import {
  useCallback,
  useEffect,
  useMemo,
  useState,
  type ReactElement,
  type ReactNode,
} from 'react';
import { isRecord } from '../storage/isRecord.js';
import { readStored, writeStored } from '../storage/stored.js';
import { useSettings } from '../settings/useSettings.js';
import { families, familyOf } from './families.js';
import type { ConnectOptions, Wallet, WalletOffer } from './wallet.js';
import { WalletsContext, type Wallets } from './walletsContext.js';

const storedKey = 'wallets';

/** Properties of {@link WalletsProvider}. */
export interface WalletsProviderProps {
  readonly children: ReactNode;
}

/** Keeps the connected wallets, one of each family, and connects them again after a reload. */
export function WalletsProvider({ children }: WalletsProviderProps): ReactElement {
  const { data: chains } = useChains();
  const offers = useOffers();
  const [connected, setConnected] = useState<readonly Wallet[]>([]);
  const add = useCallback((wallet: Wallet) => {
    setConnected((before) => [...before.filter(({ vm }) => vm !== wallet.vm), wallet]);
  }, []);
  const enter = useCallback(
    (wallet: Wallet) => {
      add(wallet);
      remember(wallet.vm, wallet.id);
    },
    [add],
  );
  const remove = useCallback((vm: string) => {
    setConnected((before) => before.filter((wallet) => wallet.vm !== vm));
    remember(vm, undefined);
  }, []);
  const isReady = useReconnect({ chains, offers, add });
  useAccountChanges({ connected, add, remove });
  const wallets = useMemo(
    (): Wallets => ({
      connected,
      offers,
      isReady,
      find: (vm) => connected.find((wallet) => wallet.vm === vm),
      connect: async (offer) => {
        const wallet = await offer.connect({ chains: chains ?? [], isSilent: false });
        if (wallet === undefined) return undefined;
        enter(wallet);
        return wallet;
      },
      enter,
      disconnect: remove,
      executors: () =>
        connected.flatMap(
          (wallet) => wallet.createExecutor({ chains: chains ?? [], connected }) ?? [],
        ),
    }),
    [connected, offers, isReady, chains, enter, remove],
  );
  return <WalletsContext.Provider value={wallets}>{children}</WalletsContext.Provider>;
}

/** Wallets that could be connected: those of the browser, and on a devnet the built-in ones. */
function useOffers(): readonly WalletOffer[] {
  const [injected, setInjected] = useState<Readonly<Record<string, readonly WalletOffer[]>>>({});
  const isDevnet = useSettings()?.faucetUrl !== undefined;
  useEffect(() => {
    const stops = families.map(({ vm, watchOffers }) =>
      watchOffers((offers) => {
        setInjected((before) => ({ ...before, [vm]: offers }));
      }),
    );
    return () => {
      for (const stop of stops) stop();
    };
  }, []);
  return useMemo(
    () =>
      families.flatMap(({ vm, testOffer }) => [
        ...(isDevnet ? [testOffer] : []),
        ...(injected[vm] ?? []),
      ]),
    [injected, isDevnet],
  );
}

interface Reconnect {
  readonly chains: readonly ChainInfo[] | undefined;
  readonly offers: readonly WalletOffer[];
  readonly add: (wallet: Wallet) => void;
}

/** Connects the wallets of the last visit again, without a question. True once it has tried. */
function useReconnect({ chains, offers, add }: Reconnect): boolean {
  const [tried, setTried] = useState<readonly string[]>([]);
  const settings = useSettings();
  const wanted = useMemo(() => remembered(), []);
  const due =
    chains === undefined
      ? []
      : [...offers.filter(({ id }) => wanted.some((each) => each.id === id)), ...entered(wanted)];
  const key = due.map(({ id }) => id).join(' ');
  useEffect(() => {
    for (const offer of due) {
      if (tried.includes(offer.id)) continue;
      void offer
        .connect({ chains: chains ?? [], isSilent: true })
        // A wallet that is locked is connected by a click, as at the first visit.
        .catch(() => undefined)
        .then((wallet) => {
          if (wallet !== undefined) add(wallet);
          setTried((before) => [...before, offer.id]);
        });
    }
    // The key says whether the list has changed.
  }, [key, chains, add]);
  return (
    settings !== undefined && chains !== undefined && due.every(({ id }) => tried.includes(id))
  );
}

interface AccountChanges {
  readonly connected: readonly Wallet[];
  readonly add: (wallet: Wallet) => void;
  readonly remove: (vm: string) => void;
}

/** Follows wallets that change their account. */
function useAccountChanges({ connected, remove }: AccountChanges): void {
  useEffect(() => {
    const stops = connected.map((wallet) =>
      wallet.watch?.((address) => {
        if (address?.toLowerCase() !== wallet.address.toLowerCase()) remove(wallet.vm);
      }),
    );
    return () => {
      for (const stop of stops) stop?.();
    };
  }, [connected, remove]);
}

interface Remembered {
  readonly vm: string;
  readonly id: string;
}

/** Wallets of the last visit. */
function remembered(): readonly Remembered[] {
  const stored = readStored(storedKey);
  return isRecord(stored)
    ? Object.entries(stored).flatMap(([vm, id]) => (typeof id === 'string' ? [{ vm, id }] : []))
    : [];
}

/** Accounts of the last visit that the user had entered. */
function entered(wanted: readonly Remembered[]): readonly Pick<WalletOffer, 'id' | 'connect'>[] {
  return wanted.flatMap(({ vm, id }) => {
    const entry = familyOf(vm)?.entry;
    return entry?.isEntered(id) === true
      ? [{ id, connect: (options: ConnectOptions) => entry.reopen(id, options) }]
      : [];
  });
}

function remember(vm: string, id: string | undefined): void {
  const stored = readStored(storedKey);
  writeStored(storedKey, { ...(isRecord(stored) ? stored : {}), [vm]: id });
}
