import type { Chain, Spend, TransactionIntent } from '@portage/core/chain';
import type { ReleaseIntent } from '@portage/core/plugin';
import type { ReleaseGate } from './guardAllocator.js';

/**
 * The chain with a gate before what leaves its depository, for families whose depository is an
 * account that a key empties: there the payment itself is what is signed.
 */
export function limitSpend(chain: Chain, gate: ReleaseGate): Chain {
  const { spend } = chain;
  if (spend === undefined) return chain;
  const admit = async (intents: readonly TransactionIntent[]): Promise<void> => {
    for (const intent of intents) {
      const release = releaseOf(intent, chain);
      if (release !== undefined) await gate.admit(release);
    }
  };
  const limited: Spend = {
    ...spend,
    prepare: async (intents, ...rest) => {
      await admit(intents);
      return spend.prepare(intents, ...rest);
    },
    bump: async (intent, ...rest) => {
      await admit([intent]);
      return spend.bump(intent, ...rest);
    },
  };
  return { ...chain, spend: limited };
}

/** The chain whose depository gives no more than a signer's caps leave. */
export function limitVault(
  chain: Chain,
  capped: (currency: string, signal?: AbortSignal) => Promise<bigint | undefined>,
): Chain {
  const { vault } = chain;
  if (vault === undefined) return chain;
  return {
    ...chain,
    vault: {
      ...vault,
      available: async (currency, signal) => {
        const [held, left] = await Promise.all([
          vault.available(currency, signal),
          capped(currency, signal),
        ]);
        return left !== undefined && left < held ? left : held;
      },
    },
  };
}

/** The release that a payment comes to; it is the payment itself, so nothing of it expires. */
function releaseOf(intent: TransactionIntent, chain: Chain): ReleaseIntent | undefined {
  const depository = chain.info.protocol.v2.depository ?? '';
  const place = { chainId: chain.id, depository };
  if (intent.type === 'collection') {
    const { orderId, currency, amount, releases } = intent;
    const recipient = chain.spend?.sender ?? '';
    const named = { purpose: 'collection', orderId, key: '' } as const;
    return { ...place, ...named, currency, amount, releases, recipient, expiry: 0 };
  }
  if (intent.type !== 'refund') return undefined;
  const { orderId, key, depositor, currency, recipient, amount } = intent;
  const releases = [{ orderId, depositor, amount }];
  const named = { purpose: 'refund', orderId, key } as const;
  return { ...place, ...named, currency, recipient, amount, releases, expiry: 0 };
}
