import type { Observed } from '@portage/core';
import { createFakeChain } from '@portage/testing';
import { expect, it } from 'vitest';
import { createJudgedSigner } from './createJudgedSigner.js';
import { defaultPolicy } from '../policy/solverPolicy.js';

/** A signer on a chain whose gas the test sets. */
function startSigner(gasAtFirst: bigint | undefined) {
  let gas = gasAtFirst;
  const estimate = (): Observed<bigint> | undefined =>
    gas === undefined ? undefined : { value: gas, observedAt: 1_000 };
  const { chain } = createFakeChain({ id: 1, slug: 'one' });
  const signed: bigint[] = [];
  const signer = createJudgedSigner({
    chain: {
      native: chain.native,
      gas: { ...chain.gas, estimate },
      spend: {
        prepare: (_, first) => {
          signed.push(first);
          return Promise.resolve([]);
        },
      },
    },
    clock: { now: () => 1_000 },
    policy: defaultPolicy,
  });
  return {
    signed,
    signAt: (next: bigint | undefined) => {
      gas = next;
      return signer.sign([], BigInt(signed.length), undefined);
    },
  };
}

it('L12: nothing is signed that has become dear since it was judged', async () => {
  const { signed, signAt } = startSigner(100n);
  await signAt(150n);
  await expect(signAt(151n)).rejects.toMatchObject({ code: 'SERVICE_UNAVAILABLE' });
  await signAt(20n);
  expect(signed).toEqual([0n, 1n]);
});

it('nothing is signed while gas is not known, then or now', async () => {
  const { signed, signAt } = startSigner(100n);
  await expect(signAt(undefined)).rejects.toMatchObject({ code: 'SERVICE_UNAVAILABLE' });
  await expect(startSigner(undefined).signAt(100n)).rejects.toMatchObject({
    code: 'SERVICE_UNAVAILABLE',
  });
  expect(signed).toEqual([]);
});
