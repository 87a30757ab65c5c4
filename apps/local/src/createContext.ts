import type { DemonstrationContext } from './demonstrations/demonstration.js';
import type { System } from './startSystem.js';

/** Parts of a system that demonstrations use. */
type UsedSystem = Pick<
  System,
  'devnet' | 'url' | 'privateKey' | 'createSponsor' | 'createAppKey' | 'books'
>;

/** Lifetime of a demonstration, and where its notes go. */
type Surroundings = Partial<Pick<DemonstrationContext, 'signal' | 'note'>>;

/** Gives a demonstration a running system and an account of its own. */
export function createContext(
  system: UsedSystem,
  account: number,
  { signal = new AbortController().signal, note = () => undefined }: Surroundings = {},
): DemonstrationContext {
  return {
    devnet: system.devnet,
    serviceUrl: system.url,
    account,
    privateKey: system.privateKey(account),
    signal,
    note,
    createSponsor: (microUsd) => system.createSponsor(microUsd),
    createAppKey: (wallet) => system.createAppKey(wallet),
    books: system.books,
  };
}
