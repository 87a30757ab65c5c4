import type { DevnetDescription } from '@portage/devnet';
import { awaitSound } from '../auditOnClose.js';
import type { TestSystem } from '../testSystem.js';

type Chain = DevnetDescription['chains'][string];

/** Accounts of a system, by their indexes. */
export interface AccountRange {
  readonly first: number;
  readonly count: number;
}

/** Accounts of one test file, and the listener to its faults. */
export interface HandOutOptions {
  readonly accounts: AccountRange;
  /** Called where the file leaves a fault behind. */
  readonly onFault: () => Promise<void>;
}

/** System as one file sees it: its accounts alone, from 0, and a `close` that leaves it running. */
export function handOut(system: TestSystem, { accounts, onFault }: HandOutOptions): TestSystem {
  const privateKey: TestSystem['privateKey'] = (index) => {
    if (index >= accounts.count)
      throw new Error(`A file of a shared system has only ${String(accounts.count)} accounts.`);
    return system.privateKey(accounts.first + index);
  };
  const description = describe(system.devnet.description, accounts);
  return {
    ...system,
    devnet: { ...system.devnet, description },
    privateKey,
    close: async () => {
      try {
        await awaitSound(system);
        const halts = await system.service.settlement.chains.halts();
        if (halts.length > 0) throw new Error(`Left halted: ${JSON.stringify(halts)}`);
      } catch (error) {
        await onFault().catch(() => undefined);
        throw error;
      }
    },
  };
}

/** Description with these accounts alone, on each chain. */
function describe(
  { chains, ...described }: DevnetDescription,
  { first, count }: AccountRange,
): DevnetDescription {
  const own = <Account>(accounts: readonly Account[]): Account[] =>
    accounts.slice(first, first + count);
  const ownOf = (chain: Chain): Chain => {
    switch (chain.vm) {
      case 'evm':
        return chain;
      case 'svm':
        return { ...chain, accounts: own(chain.accounts) };
      case 'bvm':
        return { ...chain, accounts: own(chain.accounts) };
      case 'lvm':
        return { ...chain, accounts: own(chain.accounts) };
    }
  };
  return {
    ...described,
    chains: Object.fromEntries(Object.entries(chains).map(([id, chain]) => [id, ownOf(chain)])),
    accounts: own(described.accounts),
  };
}
