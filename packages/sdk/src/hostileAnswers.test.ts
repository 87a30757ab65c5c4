import { bytesToHex, type Step } from '@portage/core';
import type { Effect, Transport } from '@portage/core/executor';
import { createExchangeExecutor, type ExchangeSigner } from '@portage/exchange';
import {
  claimDigest,
  prepareAppFeeClaim,
  withdraw,
  withdrawalDigest,
  type ClaimMessage,
} from '@portage/withdrawals';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { mutate, mutationsOf } from '../test/mutations.js';

// What a hostile service could change in an answer that is no quote, its lists among it: nothing is
// signed but what was asked for.

const seconds = 1_800_000_000;
const accounts = {
  owner: '0xf39fd6e51aad88f6f4ce6ab8827279cfffb92266',
  recipient: '0x70997970c51812dc3a010c7d01b50e0d17dc79c8',
  usdc: '0x833589fcd6edb6e08f4c7c32d4f71b54bda02913',
};
const nonce = `0x${'ab'.repeat(32)}`;

beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'], now: (seconds - 900) * 1_000 }));
afterEach(() => void vi.useRealTimers());

describe('a withdrawal', () => {
  const terms = {
    chainId: 'base',
    ownerChainId: 'base',
    amount: '1000000',
    currency: accounts.usdc,
    owner: accounts.owner,
    recipient: accounts.recipient,
  };
  const honest = {
    nonce,
    amount: terms.amount,
    // Ten times as much is more than a tenth of the amount, and less than all of it.
    additionalData: { fee: '60000', expiresAt: seconds },
  };

  /** The digest that the owner signs for an answer; undefined where nothing is signed. */
  async function signedFor(answer: unknown): Promise<string | undefined> {
    let signed: string | undefined;
    const call: Transport['call'] = async (name) =>
      name === 'withdrawalRequest' ? answer : Promise.reject(new Error('It is over.'));
    const signDigest = async (digest: Uint8Array): Promise<string> => {
      signed = bytesToHex(digest);
      return '0x51';
    };
    await withdraw({ call }, terms, { executor: { vm: 'evm', signDigest } }).catch(() => undefined);
    return signed;
  }

  it('is signed for what was asked alone, whatever the service changes', async () => {
    expect(await signedFor(honest)).toBe(bytesToHex(withdrawalDigest({ ...terms, ...honest })));
    for (const mutation of mutationsOf(honest)) {
      const answer = mutate(honest, mutation);
      const signed = await signedFor(answer);
      if (signed === undefined) continue;
      const { fee, expiresAt } = answer.additionalData;
      // The service chooses a name, a fee within a tenth, and an end within a day.
      const message = { ...terms, nonce: answer.nonce, additionalData: { fee, expiresAt } };
      expect(signed, JSON.stringify(mutation)).toBe(bytesToHex(withdrawalDigest(message)));
      expect(BigInt(fee)).toBeLessThanOrEqual(BigInt(terms.amount) / 10n);
      expect(expiresAt).toBeLessThanOrEqual(seconds + 86_400);
    }
  });
});

describe('a claim of app fees', () => {
  const terms = {
    wallet: accounts.owner,
    chainId: 8453,
    currency: accounts.usdc,
    recipient: accounts.recipient,
    amount: '1000000',
  };
  const message: ClaimMessage = { ...terms, claimId: nonce, expiresAt: seconds };

  it('is signed for what was asked alone, whatever the service changes', async () => {
    const sign = { signatureKind: 'eip191', message: bytesToHex(claimDigest(message)) };
    const post = { body: { kind: 'claim', requestId: nonce } };
    const item = { data: { sign, post, claim: message } };
    const honest = { steps: [{ id: 'authorize', kind: 'signature', items: [item] }] };
    const prepare = async (answer: unknown): Promise<string | undefined> => {
      const call: Transport['call'] = () => Promise.resolve(answer);
      const prepared = await prepareAppFeeClaim({ call }, terms).catch(() => undefined);
      return prepared === undefined ? undefined : bytesToHex(prepared.digest);
    };
    expect(await prepare(honest)).toBe(sign.message);
    for (const mutation of mutationsOf(honest)) {
      const digest = await prepare(mutate(honest, mutation));
      expect([undefined, sign.message], JSON.stringify(mutation)).toContain(digest);
    }
    // Two steps, or two signatures, are none.
    for (const list of [
      { steps: [...honest.steps, ...honest.steps] },
      { steps: [{ ...honest.steps[0], items: [item, item] }] },
    ])
      expect(await prepare(list)).toBeUndefined();
  });
});

describe('a deposit on the exchange', () => {
  const parameters = {
    toAccountIndex: 281_474_976_710_654,
    assetIndex: 3,
    fromRouteType: 0,
    toRouteType: 0,
    amount: 1_000_000,
    usdcFee: 3_000_000,
    memo: `0x${'a1'.repeat(32)}`,
  };
  const data = { action: { type: 'transfer', parameters }, chainId: 3_586_256 };
  const step = (items: Step['items']): Step => ({
    id: 'deposit',
    action: '',
    description: '',
    kind: 'transaction',
    items,
  });

  it('tells every change of what is signed by its effects, or is not performed', () => {
    const shown = vi.fn<(request: unknown) => void>();
    const executor = createExchangeExecutor({
      url: 'http://localhost:1',
      signer: {
        accountIndex: 7,
        apiKeyIndex: 2,
        owner: accounts.owner,
        publicKey: new Uint8Array(40),
        signTransfer: shown,
      } as unknown as ExchangeSigner, // Nobody is asked for a signature.
    });
    const effectsOf = (changed: unknown): readonly Effect[] | undefined => {
      const item = { status: 'incomplete' as const, data: changed as typeof data };
      return executor.claim(item, step([item]))?.effects();
    };
    const honest = effectsOf(data);
    expect(honest).toMatchObject([
      { type: 'deposit', amount: 1_000_000n, orderId: parameters.memo },
    ]);
    for (const mutation of mutationsOf(data)) {
      const changed = mutate(data, mutation);
      const effects = effectsOf(changed);
      if (JSON.stringify(effects, text) !== JSON.stringify(honest, text)) continue;
      // The fee alone may be another one within the bound; the exchange is asked for it again.
      // A number may have become its text.
      const changedTo: Readonly<Record<string, unknown>> = changed.action.parameters;
      const { usdcFee, ...rest } = changedTo;
      expect(Number(usdcFee), JSON.stringify(mutation)).toBeLessThanOrEqual(5_000_000);
      const { usdcFee: quotedFee, ...asked } = parameters;
      expect(quotedFee).toBe(3_000_000);
      const [sum, memo] = [Number(rest['amount']), String(rest['memo']).toLowerCase()];
      const signed = { ...rest, amount: sum, memo };
      // JSON knows a 0 with a sign, which is no other number.
      expect(JSON.parse(JSON.stringify(signed))).toEqual(asked);
    }
    const more = { ...parameters, toSubAccount: 9 };
    expect(effectsOf({ ...data, action: { ...data.action, parameters: more } })).toMatchObject([
      { type: 'unknown' },
    ]);
    expect(shown).not.toHaveBeenCalled();
  });
});

const text = (_: string, value: unknown): unknown =>
  typeof value === 'bigint' ? value.toString() : value;
