import { approvalProxyAbi } from '@portage/contracts';
import { keccak_256 } from '@noble/hashes/sha3';
import { isPortageError, type SignatureData } from '@portage/core';
import type { PermitTerms, SwapCall } from '@portage/core/chain';
import { signatureQuerySchema } from '@portage/core/schemas';
import { decodeFunctionData, getAddress, hashTypedData, type Hex } from 'viem';
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts';
import { describe, expect, it } from 'vitest';
import { signatureEffects } from '../../../../evm/src/executor/signatureEffects.js';
import {
  allowanceDigest,
  allowanceMessage,
  decodePlan,
  permitDigest,
  permitMessage,
} from '@portage/evm/contracts';
import { createItems } from './createItems.js';
import { createPermits } from './createPermits.js';

const usdc = `0x${'a1'.repeat(20)}`;
const weth = `0x${'b2'.repeat(20)}`;
const dai = `0x${'d4'.repeat(20)}`;
const uni = `0x${'e5'.repeat(20)}`;
const approvalProxy = `0x${'c3'.repeat(20)}`;
const chainId = 8453;
const payer = privateKeyToAccount(generatePrivateKey());
const account = payer.address.toLowerCase();
const symbolOf = (): string => 'TOKEN';
const permits = createPermits({
  chainId,
  chainName: 'Base',
  approvalProxy,
  tokens: new Map([
    [usdc, { kind: 'eip3009', name: 'USD Coin', version: '2' }],
    [weth, { kind: 'permit2' }],
    [uni, { kind: 'eip2612', name: 'Uniswap', version: '1' }],
  ]),
  readNonce: () => Promise.resolve(7n),
  items: createItems({ chainId, symbolOf, fees: () => undefined }),
  symbolOf,
  keccak: keccak_256,
});

const call: SwapCall = { to: dai, value: 0n, data: '0x12345678', token: weth, allowance: 7n };
const input = (currency: string) => ({
  requestId: `0x${'11'.repeat(32)}`,
  orderId: `0x${'22'.repeat(32)}`,
  payer: account,
  currency,
  amount: 1_000n,
  expiresAt: 1_900_000_000,
});
const swapped = {
  ...input(usdc),
  swap: {
    currency: weth,
    amount: 9n,
    calls: [call],
    gas: 100_000,
    minimum: 900n,
    refundTo: account,
    deadline: 2_000_000_000,
  },
};

it('S4: asks for no approval of Permit2 where the allowance suffices', () => {
  const idsOf = (isApproved?: boolean): readonly string[] =>
    permits.offer({ ...input(weth), isApproved }).steps.map(({ id }) => id);
  expect(idsOf()).toEqual(['approve', 'authorize1']);
  expect(idsOf(false)).toEqual(['approve', 'authorize1']);
  expect(idsOf(true)).toEqual(['authorize1']);
});

/** The offer with its signature step as data. */
function offerOf(given: Parameters<typeof permits.offer>[0]): {
  readonly terms: PermitTerms;
  readonly data: SignatureData;
} {
  const { steps, terms } = permits.offer(given);
  // The test's own way to look inside; the schema is tested elsewhere.
  const data = steps.at(-1)?.items[0]?.data as unknown;
  return { terms, data: data as SignatureData };
}

function sign({ sign: typed }: SignatureData, key = payer): Promise<Hex> {
  if (typed.signatureKind !== 'eip712') throw new Error('typed data');
  return key.signTypedData({
    domain: typed.domain,
    types: typed.types,
    primaryType: typed.primaryType,
    message: typed.value,
  });
}

/** The two signature steps of a token with EIP-2612, as data, and what is kept of them. */
function pairOf(
  given: Parameters<typeof permits.offer>[0],
  nonce = 7n,
): {
  readonly terms: PermitTerms;
  readonly permit: SignatureData;
  readonly transfer: SignatureData;
} {
  const { steps, terms } = permits.offer({ ...given, nonce });
  const [permit, transfer] = steps.map((step) => step.items[0]?.data as unknown as SignatureData);
  return { terms, permit: permit!, transfer: transfer! };
}

/** The same signature as hardware wallets, keys held in parts and EIP-2098 write it. */
function writingsOf(signature: Hex): readonly Hex[] {
  const order = 0xfffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141n;
  const word = (value: bigint): string => value.toString(16).padStart(64, '0');
  const [r, s] = [signature.slice(2, 66), BigInt(`0x${signature.slice(66, 130)}`)];
  const parity = Number.parseInt(signature.slice(130), 16) - 27;
  return [
    `0x${r}${word(s)}0${String(parity)}`,
    `0x${r}${word(s).toUpperCase()}${(27 + parity).toString(16)}`,
    `0x${r}${word(order - s)}${(28 - parity).toString(16)}`,
    `0x${r}${word(s | (BigInt(parity) << 255n))}`,
  ];
}

describe('deposits by signature', () => {
  it.each([
    ['EIP-3009', input(usdc), 'pullAuthorized'],
    ['Permit2', input(weth), 'pullPermit2'],
    ['Permit2 and a swap', swapped, 'pullPermit2'],
  ] as const)(
    'by %s are the call that the contract reads, and the digest is viem’s',
    async (_, given, name) => {
      const { terms, data } = offerOf(given);
      const plan = decodePlan(terms.plan.slice(2))!;
      const message = {
        kind: terms.kind,
        chainId,
        approvalProxy,
        payer: account,
        currency: terms.currency,
        amount: BigInt(terms.amount),
        token: terms.kind === 'eip3009' ? { name: 'USD Coin', version: '2' } : undefined,
        plan,
      };
      const typed = permitMessage(message, keccak_256);
      const expected = hashTypedData({
        domain: typed.domain,
        types: typed.types,
        primaryType: typed.primaryType,
        message: typed.value,
      });
      expect(`0x${Buffer.from(permitDigest(message, keccak_256)).toString('hex')}`).toBe(expected);
      const signature = await sign(data);
      const redeemed = permits.redeem(terms, signature);
      expect(redeemed).toMatchObject({ to: approvalProxy, isProven: true });
      const { functionName, args } = decodeFunctionData({
        abi: approvalProxyAbi,
        data: ('data' in redeemed ? redeemed.data : '0x') as Hex,
      });
      expect(functionName).toBe(name);
      expect(
        JSON.stringify(args, (__, value: unknown) =>
          typeof value === 'bigint'
            ? value.toString()
            : typeof value === 'string'
              ? value.toLowerCase()
              : value,
        ),
      ).toContain(JSON.stringify(plan.settlement.id));
      expect(String(args[0]).toLowerCase()).toBe(account);
      if (name === 'pullPermit2') expect(args.at(-1)).toBe(signature);
    },
  );

  it.each([
    ['EIP-3009', input(usdc)],
    ['Permit2', input(weth)],
    ['Permit2 and a swap', swapped],
  ] as const)('by %s say what must come of the money', (_, given) => {
    const { data } = offerOf(given);
    const minimum = 'swap' in given ? 900n : 1_000n;
    expect(signatureEffects(data.sign, data.plan)).toMatchObject([
      {
        type: 'permit',
        spender: approvalProxy,
        expiresAt: 1_900_000_000,
        settlement: {
          orderId: given.orderId,
          account,
          currency: given.currency,
          minimum,
          maximum: 1_000n,
          deadline: 1_900_000_000,
        },
      },
    ]);
  });

  it('say nothing of it where the plan beside is not the one that is signed', () => {
    for (const given of [input(usdc), swapped]) {
      const { data } = offerOf(given);
      const other = offerOf({ ...given, orderId: `0x${'33'.repeat(32)}` }).data;
      const [effect] = signatureEffects(data.sign, other.plan);
      expect(effect).toMatchObject({ type: 'permit' });
      expect(effect).not.toHaveProperty('settlement');
    }
  });

  it('take no other signature for EIP-3009, and leave it to the chain for Permit2', async () => {
    const stranger = privateKeyToAccount(generatePrivateKey());
    const plain = offerOf(input(usdc));
    for (const signature of [
      await sign(plain.data, stranger),
      '0x',
      `0x${'00'.repeat(65)}`,
      await sign(offerOf({ ...input(usdc), amount: 999n }).data),
    ]) {
      expect(() => permits.redeem(plain.terms, signature)).toThrow(
        expect.objectContaining({ code: 'INVALID_SIGNATURE' }),
      );
    }
    const other = offerOf(input(weth));
    expect(permits.redeem(other.terms, await sign(other.data, stranger))).toMatchObject({
      isProven: false,
    });
  });

  it.each([
    ['EIP-3009', input(usdc)],
    ['Permit2', input(weth)],
  ] as const)(
    'by %s carry the signature in the form that was judged, however the wallet writes it',
    async (_, given) => {
      const { terms, data } = offerOf(given);
      const signature = await sign(data);
      const expected = permits.redeem(terms, signature);
      for (const written of writingsOf(signature))
        expect(permits.redeem(terms, written)).toEqual(expected);
    },
  );

  it('pass on what no key of the payer has signed as it came: a contract reads it', async () => {
    const { terms, data } = offerOf(input(weth));
    const signature = await sign(data, privateKeyToAccount(generatePrivateKey()));
    for (const written of writingsOf(signature)) {
      const redeemed = permits.redeem(terms, written);
      expect(redeemed).toMatchObject({ isProven: false });
      expect('data' in redeemed && redeemed.data).toContain(written.slice(2).toLowerCase());
    }
  });

  it('pass on the signatures of all owners of a Safe, byte by byte, up to the longest that is taken', async () => {
    const { terms, data } = offerOf(input(weth));
    const owners = await Promise.all(
      Array.from({ length: 94 }, () => sign(data, privateKeyToAccount(generatePrivateKey()))),
    );
    const together = `0x${owners.map((signature) => signature.slice(2)).join('')}` as const;
    expect(signatureQuerySchema.safeParse({ signature: together }).success).toBe(true);
    const redeemed = permits.redeem(terms, together);
    expect(redeemed).toMatchObject({ isProven: false });
    const { functionName, args } = decodeFunctionData({
      abi: approvalProxyAbi,
      data: ('data' in redeemed ? redeemed.data : '0x') as Hex,
    });
    expect([functionName, args.at(-1)]).toEqual(['pullPermit2', together]);
    // Tokens that check keys alone are no place for it.
    for (const currency of [usdc, uni])
      expect(() =>
        permits.redeem(offerOf({ ...input(currency), nonce: 7n }).terms, together),
      ).toThrow(expect.objectContaining({ code: 'INVALID_SIGNATURE' }));
  });

  it('refuses signatures of accounts that are not deployed (ERC-6492), and says what to do', async () => {
    for (const currency of [usdc, weth, uni]) {
      const { terms, data } = offerOf({ ...input(currency), nonce: 7n });
      const signature = await sign(data);
      expect(() => permits.redeem(terms, `${signature}${'6492'.repeat(16)}`)).toThrow(
        expect.objectContaining({
          code: 'INVALID_SIGNATURE',
          message: expect.stringContaining('ERC-6492') as string,
        }),
      );
    }
  });

  it('are not offered for a token without them', () => {
    expect(permits.gas({ currency: dai })).toBeUndefined();
    try {
      permits.offer(input(dai));
      expect.unreachable();
    } catch (error) {
      expect(isPortageError(error, 'UNSUPPORTED_FEATURE')).toBe(true);
    }
  });
});

describe('deposits by a permit of EIP-2612 and a signed transfer', () => {
  const swappedUni = { ...swapped, swap: { ...swapped.swap, currency: uni } };

  it.each([
    ['alone', input(uni), 1_000n],
    ['before a swap', swappedUni, 9n],
  ] as const)(
    '%s are the call that the contract reads, in any order, with digests that are viem’s',
    async (_, given, amount) => {
      const { terms, permit, transfer } = pairOf(given);
      expect(terms).toMatchObject({
        kind: 'eip2612',
        currency: uni,
        amount: amount.toString(),
        nonce: '7',
      });
      const plan = decodePlan(terms.plan.slice(2))!;
      const message = {
        kind: terms.kind,
        chainId,
        approvalProxy,
        payer: account,
        currency: uni,
        amount,
        token: { name: 'Uniswap', version: '1' },
        plan,
        nonce: 7n,
      };
      const digests = [
        [allowanceMessage(message), allowanceDigest(message, keccak_256)],
        [permitMessage(message, keccak_256), permitDigest(message, keccak_256)],
      ] as const;
      for (const [typed, digest] of digests)
        expect(`0x${Buffer.from(digest).toString('hex')}`).toBe(
          hashTypedData({
            domain: typed.domain,
            types: typed.types,
            primaryType: typed.primaryType,
            message: typed.value,
          }),
        );
      const [allowed, signed] = await Promise.all([sign(permit), sign(transfer)]);
      expect(permits.redeem(terms, allowed)).toEqual({ part: 'permit', signature: allowed });
      expect(permits.redeem(terms, signed)).toEqual({ part: 'transfer', signature: signed });
      expect(permits.redeem(terms, signed, [signed])).toEqual({
        part: 'transfer',
        signature: signed,
      });
      const call = permits.redeem(terms, signed, [allowed]);
      expect(call).toMatchObject({ to: approvalProxy, isProven: true });
      expect(permits.redeem(terms, allowed, [signed])).toEqual(call);
      const { functionName, args } = decodeFunctionData({
        abi: approvalProxyAbi,
        data: ('data' in call ? call.data : '0x') as Hex,
      });
      expect(functionName).toBe('pullSigned');
      expect(String(args[0]).toLowerCase()).toBe(account);
      expect(args[1]).toBe(getAddress(uni));
      expect(args[2]).toBe(amount);
      expect(args[4]).toMatchObject({
        deadline: 1_900_000_000n,
        v: Number.parseInt(allowed.slice(130), 16),
        r: allowed.slice(0, 66),
        s: `0x${allowed.slice(66, 130)}`,
      });
      expect(args[5]).toBe(signed);
    },
  );

  it('are the same call, however the wallet writes the two signatures', async () => {
    const { terms, permit, transfer } = pairOf(input(uni));
    const [allowed, signed] = await Promise.all([sign(permit), sign(transfer)]);
    const expected = permits.redeem(terms, signed, [allowed]);
    const [others, written] = [writingsOf(allowed), writingsOf(signed)];
    for (const text of others)
      expect(permits.redeem(terms, text)).toEqual({ part: 'permit', signature: allowed });
    for (const [index, text] of written.entries())
      expect(permits.redeem(terms, text, [others[index]!])).toEqual(expected);
  });

  it('say that the permit only allows, and what must come of the transfer', () => {
    const { permit, transfer } = pairOf(swappedUni);
    expect(signatureEffects(permit.sign, permit.plan)).toEqual([
      {
        type: 'permit',
        chainId,
        spender: approvalProxy,
        currency: uni,
        amount: 9n,
        expiresAt: 1_900_000_000,
        isAllowance: true,
      },
    ]);
    const [effect] = signatureEffects(transfer.sign, transfer.plan);
    expect(effect).toMatchObject({
      type: 'permit',
      chainId,
      spender: approvalProxy,
      currency: uni,
      amount: 9n,
      expiresAt: 1_900_000_000,
      settlement: {
        orderId: swappedUni.orderId,
        account,
        currency: usdc,
        minimum: 900n,
        maximum: 1_000n,
      },
    });
    expect(effect).not.toHaveProperty('isAllowance');
  });

  it('say nothing of what comes of a transfer whose plan is another one, and nothing at all where another contract reads it', () => {
    const { transfer } = pairOf(input(uni));
    const other = pairOf({ ...input(uni), orderId: `0x${'33'.repeat(32)}` }).transfer;
    expect(signatureEffects(transfer.sign, other.plan)[0]).not.toHaveProperty('settlement');
    if (transfer.sign.signatureKind !== 'eip712') throw new Error('typed data');
    expect(
      signatureEffects(
        { ...transfer.sign, domain: { ...transfer.sign.domain, name: 'Another Proxy' } },
        transfer.plan,
      ),
    ).toMatchObject([{ type: 'unknown' }]);
    expect(
      signatureEffects(
        { ...transfer.sign, domain: { ...transfer.sign.domain, version: '2' } },
        transfer.plan,
      )[0],
    ).not.toHaveProperty('settlement');
  });

  it('take nobody else’s signatures, nor those of another offer', async () => {
    const { terms, permit, transfer } = pairOf(input(uni));
    const stranger = privateKeyToAccount(generatePrivateKey());
    const others = [
      pairOf(input(uni), 8n).permit,
      pairOf({ ...input(uni), amount: 999n }).permit,
      pairOf({ ...input(uni), orderId: `0x${'33'.repeat(32)}` }).transfer,
      pairOf({ ...input(uni), expiresAt: 1_900_000_001 }).permit,
    ];
    const signatures = [
      '0x',
      `0x${'00'.repeat(65)}`,
      await sign(permit, stranger),
      await sign(transfer, stranger),
      ...(await Promise.all(others.map((data) => sign(data)))),
    ];
    const allowed = await sign(permit);
    for (const signature of signatures) {
      expect(() => permits.redeem(terms, signature)).toThrow(
        expect.objectContaining({ code: 'INVALID_SIGNATURE' }),
      );
      expect(() => permits.redeem(terms, allowed, [signature])).toThrow(
        expect.objectContaining({ code: 'INVALID_SIGNATURE' }),
      );
    }
  });

  it('ask the chain for the nonce, for these tokens alone', async () => {
    const { signal } = new AbortController();
    expect(await permits.readNonce?.({ currency: uni, payer: account }, signal)).toBe(7n);
    expect(permits.readNonce?.({ currency: usdc, payer: account }, signal)).toBeUndefined();
    expect(() => permits.offer(input(uni))).toThrow();
  });
});
