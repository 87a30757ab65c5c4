import type { Authorization } from '@portage/core';
import type { OrderCalls } from '@portage/core/chain';
import type { Rpc } from '@portage/chain-kit';
import { privateKeyToAccount } from 'viem/accounts';
import { beforeAll, describe, expect, it } from 'vitest';
import { createKeccak } from '../hash/createKeccak.js';
import { createOrderCalls } from './createOrderCalls.js';

const N = 0xfffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141n;
const permit2 = '0x000000000022d473030f116ddee9f6b43ac78ba3';
const vault = `0x${'de'.repeat(20)}` as const;
const shop = `0x${'50'.repeat(20)}` as const;
const empty = `0x${'0e'.repeat(20)}` as const;
const user = privateKeyToAccount(
  '0x59c6995e998f97a5a0044966f0945389dc9e86dae88c7a8412f4603b6b78690d',
);
const solver = privateKeyToAccount(
  '0x5de4111afa1a4b94908f83103eb1f1706367c2e68ca870fc3fb9a804cdab365a',
);

/** A node on which the shop has code, and the user has sent five transactions. */
const rpc: Pick<Rpc, 'read'> = {
  read: (requests) =>
    Promise.resolve(
      requests.map(({ method, params: [account] }) =>
        method === 'eth_getTransactionCount' ? '0x5' : account === shop ? '0x6001' : '0x',
      ),
    ),
};

let calls: OrderCalls;
beforeAll(async () => {
  calls = createOrderCalls({
    chainId: 10,
    denied: [permit2, vault, solver.address.toLowerCase()],
    rpc: rpc as Rpc,
    keccak: await createKeccak(),
  });
});

const word = (value: bigint): `0x${string}` => `0x${value.toString(16).padStart(64, '0')}`;

async function sign(
  changes: { readonly chainId?: number; readonly nonce?: number } = {},
  by = user,
): Promise<Authorization> {
  const signed = await by.signAuthorization({ chainId: 10, nonce: 5, address: shop, ...changes });
  return {
    chainId: signed.chainId,
    address: signed.address,
    nonce: signed.nonce,
    yParity: signed.yParity ?? 0,
    r: word(BigInt(signed.r)),
    s: word(BigInt(signed.s)),
  };
}

const call = (to: string, data = '0x') => ({ to, value: 0n, data });

describe('calls of an order', () => {
  it.each([permit2, vault, solver.address, permit2.toUpperCase().replace('X', 'x')])(
    'N2: may not reach %s',
    (to) => {
      expect(() => {
        calls.check({ calls: [call(shop), call(to)], authorizations: [] });
      }).toThrow(
        expect.objectContaining({
          code: 'INVALID_EXTRA_TXS',
          details: [expect.objectContaining({ path: 'txs.1.to' })],
        }),
      );
    },
  );

  it('N9: may not bring data to an account without code', async () => {
    await expect(
      calls.confirm({ calls: [call(shop, '0x12'), call(empty, '0x12')], authorizations: [] }),
    ).rejects.toMatchObject({ code: 'INVALID_EXTRA_TXS', details: [{ path: 'txs.1.to' }] });
    await expect(
      calls.confirm({ calls: [call(shop, '0x12'), call(empty)], authorizations: [] }),
    ).resolves.toBeUndefined();
  });

  it('may bring data to an account that is delegated with them', async () => {
    const authorizations = [await sign()];
    await expect(
      calls.confirm({ calls: [call(user.address, '0x12')], authorizations }),
    ).resolves.toBeUndefined();
    const revoked = {
      ...(await user.signAuthorization({
        chainId: 10,
        nonce: 5,
        address: '0x0000000000000000000000000000000000000000',
      })),
    };
    const list = [
      {
        chainId: 10,
        address: revoked.address,
        nonce: 5,
        yParity: revoked.yParity ?? 0,
        r: word(BigInt(revoked.r)),
        s: word(BigInt(revoked.s)),
      },
    ];
    await expect(
      calls.confirm({ calls: [call(user.address, '0x12')], authorizations: list }),
    ).rejects.toMatchObject({ code: 'INVALID_EXTRA_TXS' });
  });
});

describe('authorizations of an order', () => {
  const refused = (authorization: Authorization) => {
    expect(() => {
      calls.check({ calls: [], authorizations: [authorization] });
    }).toThrow(
      expect.objectContaining({
        code: 'INVALID_AUTHORIZATION',
        details: [expect.objectContaining({ path: 'authorizationList.0' })],
      }),
    );
  };

  it('are taken as they were signed', async () => {
    const authorizations = [await sign()];
    calls.check({ calls: [], authorizations });
    await expect(calls.confirm({ calls: [], authorizations })).resolves.toBeUndefined();
  });

  it('N10: are for this chain and for no other, and not for all of them', async () => {
    refused(await sign({ chainId: 8453 }));
    refused(await sign({ chainId: 0 }));
  });

  it('N10: are not signed by an account of the service', async () => {
    refused(await sign({}, solver));
  });

  it('N11: are not for a nonce that is used up', async () => {
    await expect(
      calls.confirm({ calls: [], authorizations: [await sign({ nonce: 4 })] }),
    ).rejects.toMatchObject({ code: 'INVALID_AUTHORIZATION' });
    await expect(
      calls.confirm({ calls: [], authorizations: [await sign({ nonce: 6 })] }),
    ).resolves.toBeUndefined();
  });

  it('N12: are signed as chains take it', async () => {
    const good = await sign();
    refused({ ...good, s: word(N - BigInt(good.s)), yParity: 1 - good.yParity });
    refused({ ...good, yParity: 2 });
    refused({ ...good, r: word(0n) });
    refused({ ...good, s: word(0n) });
    refused({ ...good, r: word(N) });
  });

  it('name an account once', async () => {
    const twice = [await sign(), await sign({ nonce: 6 })];
    expect(() => {
      calls.check({ calls: [], authorizations: twice });
    }).toThrow(expect.objectContaining({ code: 'INVALID_AUTHORIZATION' }));
  });
});
