import type { Quote } from '@portage/core';
import { endpoints, errorBodySchema, type EndpointResponse } from '@portage/core/schemas';
import { eventually } from '@portage/testing';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createContext } from '../../src/createContext.js';
import { transfer, type Transfer } from '../../src/demonstrations/transfer.js';
import { useSystem } from '../world/useSystem.js';
import { freshAccount, openInterface, type InterfaceSystem } from './interfaceSystem.js';

/** Deposit addresses of version 2 on each family that has them, as docs/spec promises them. */
let system: InterfaceSystem;

beforeAll(async () => {
  system = await openInterface(await useSystem());
});
afterAll(() => system.close());

const disablePath = endpoints.modelDepositAddressDisable.path;
const idOf = ({ steps }: Quote): string => steps[0]?.depositAddressId ?? '';

async function lookUp(query: string): Promise<EndpointResponse<'modelDepositAddressV2'>> {
  const answer = await system.get(`/deposit-addresses/v2?${query}`);
  return endpoints.modelDepositAddressV2.response.parse(answer);
}

async function disable(quote: Quote): Promise<void> {
  const answer = await system.post(disablePath, { depositAddressId: idOf(quote) }, system.key);
  expect(answer.status).toBe(200);
}

interface Payment {
  readonly from: `${string}@${string}`;
  readonly to: `${string}@${string}`;
  readonly amount: string;
}

/** Pays a deposit address by a plain transfer. */
function pay(
  account: number,
  payment: Payment,
  onQuote?: (quote: Quote) => Promise<void>,
): Promise<Transfer> {
  return transfer(createContext(system, account), {
    ...payment,
    apiKey: system.key,
    members: { useDepositAddress: true },
    ...(onQuote === undefined ? {} : { onQuote }),
  });
}

describe('a disabled deposit address', () => {
  test.each<[string, number, Payment]>([
    ['EVM', 1, { from: 'usdc@base', to: 'usdc@optimism', amount: '30' }],
    ['Solana', 2, { from: 'usdc@solana', to: 'usdc@base', amount: '30' }],
    ['Bitcoin', 3, { from: 'btc@bitcoin', to: 'eth@base', amount: '0.01' }],
  ])(
    'on %s gives back what comes to it (deposit-addresses#disable, deposit-addresses#v2-disabledAt)',
    async (_, account, payment) => {
      const done = await pay(account, payment, disable);
      expect(done).toMatchObject({ status: 'refund', received: 0n });
      expect(done.refunded).toBeGreaterThan(0n);
      const found = await lookUp(`depositAddressId=${idOf(done.quote)}`);
      expect(found).toMatchObject({
        depositAddressId: idOf(done.quote),
        depositAddress: done.quote.steps[0]?.depositAddress,
        disabledAt: expect.stringMatching(/Z$/) as string,
        sweeps: [{ requestId: done.quote.requestId, isFinal: true, outcome: 'refund' }],
      });
    },
  );
});

describe('GET /deposit-addresses/v2', () => {
  test('tells transfers and sweeps (deposit-addresses#v2-deposits, deposit-addresses#v2-sweeps, deposit-addresses#v2-query)', async () => {
    const done = await pay(4, { from: 'usdc@base', to: 'usdc@optimism', amount: '25' });
    expect(done.status).toBe('success');
    const { depositAddress = '' } = done.quote.steps[0] ?? {};
    const found = await eventually(
      () => lookUp(`address=${depositAddress}`),
      ({ sweeps }) => sweeps[0]?.isFinal === true,
      { what: 'the sweep to be final' },
    );
    expect(found).toMatchObject({
      disabledAt: null,
      deposits: [{ txHash: done.inTxHashes[0], chainId: 8453, amount: '25000000' }],
      sweeps: [{ amount: '25000000', requestId: done.quote.requestId, outcome: 'matched' }],
    });
  });

  test('is disabled by the owner of its key alone (deposit-addresses#disable-who)', async () => {
    const members = { useDepositAddress: true, refundTo: freshAccount() };
    const own = await system.quote(members, system.key);
    const nobodys = await system.quote(members);
    const { secret } = await system.service.access.keys.create({ name: 'other', owner: 'other' });
    const refusal = async (quote: Quote, key?: string) => {
      const answer = await system.post(disablePath, { depositAddressId: idOf(quote) }, key);
      return errorBodySchema.parse(await answer.json()).errorCode;
    };
    expect(await refusal(own)).toBe('UNAUTHORIZED');
    expect(await refusal(own, secret)).toBe('UNKNOWN_REQUEST');
    expect(await refusal(nobodys, system.key)).toBe('UNKNOWN_REQUEST');
    expect((await lookUp(`depositAddressId=${idOf(own)}`)).disabledAt).toBeNull();
    await disable(own);
    const first = (await lookUp(`depositAddressId=${idOf(own)}`)).disabledAt;
    await disable(own);
    expect((await lookUp(`depositAddressId=${idOf(own)}`)).disabledAt).toBe(first);
  });
});
