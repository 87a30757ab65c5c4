import { hexToBytes, isPortageError } from '@portage/core';
import type { OwnerClaims } from '@portage/solver';
import { fakeAddress } from '@portage/testing';
import { usdc, type World } from '../chains/createWorld.js';
import type { Random } from '../random.js';
import { app } from './planOrder.js';

/** A claim that the app's wallet has signed for. */
export interface SignedClaim {
  readonly id: string;
  readonly chainId: number;
  readonly amount: bigint;
  readonly recipient: string;
}

/** The app's wallet, which claims what it has earned. */
export interface Claimer {
  /** Claims all or a part on one of the chains, where there is enough. */
  claim(): Promise<void>;
  /** Everything that it has signed for. */
  readonly signed: readonly SignedClaim[];
}

/** Chain of the accounts of apps. */
export const appChain = 'account';

/** Refusals of a claim for which there is a reason that passes. */
const usualRefusals: readonly string[] = [
  'INSUFFICIENT_FUNDS',
  'AMOUNT_TOO_LOW',
  'PRICE_FETCH_FAILED',
  'RATE_LIMITED',
  'CLAIM_USED',
];

interface ClaimerParts {
  readonly world: World;
  readonly random: Random;
  readonly claims: OwnerClaims;
}

/** Makes the wallet of the app. It signs some of its claims twice, and the same bytes again. */
export function createClaimer({ world, random, claims }: ClaimerParts): Claimer {
  const signed: SignedClaim[] = [];
  const recipient = fakeAddress('till');
  const sign = async (): Promise<void> => {
    const { id: chainId } = random.pick(chainsOf(world)).kind;
    const isPart = random.chance(0.3);
    const terms = { wallet: app, chainId, currency: usdc, recipient };
    const amount = isPart ? { amount: String(random.between(1_000, 100_000)) } : {};
    const { message, digest } = await claims.prepare({ ...terms, ...amount });
    const signature = world.sign(app, hexToBytes(digest));
    const { claimId } = message;
    const times = random.chance(0.3) ? 2 : 1;
    signed.push({ id: claimId, chainId, amount: BigInt(message.amount), recipient });
    for (let time = 0; time < times; time += 1) await claims.execute({ claimId, signature });
  };
  return {
    signed,
    claim: () =>
      sign().catch((error: unknown) => {
        if (!isPortageError(error) || !usualRefusals.includes(error.code)) throw error;
      }),
  };
}

function chainsOf({
  chains: [first, ...others],
}: World): [World['chains'][number], ...World['chains']] {
  if (first === undefined) throw new Error('There are chains.');
  return [first, ...others];
}
