import { approvalProxyAbi, routerAbi, transferTypes } from '@portage/contracts';
import fc from 'fast-check';
import { encodeFunctionData, hashStruct, keccak256, type Hex } from 'viem';
import { describe, expect, it } from 'vitest';
import { transactionEffects } from '../executor/transactionEffects.js';
import { hashPlan } from './hashPlan.js';
import { decodePlan, encodePlan, noOrder, type Plan } from './plan.js';
import { planTransaction } from './planCalldata.js';

const hexOf = (bytes: Uint8Array): Hex => `0x${Buffer.from(bytes).toString('hex')}`;
const account = fc.uint8Array({ minLength: 20, maxLength: 20 }).map(hexOf);
const word = fc.uint8Array({ minLength: 32, maxLength: 32 }).map(hexOf);
const amount = fc.bigInt({ min: 0n, max: 2n ** 256n - 1n });
const plans: fc.Arbitrary<Plan> = fc.record({
  calls: fc.array(
    fc.record({
      to: account,
      value: amount,
      data: fc.uint8Array({ maxLength: 100 }).map(hexOf),
      token: account,
      allowance: amount,
    }),
    { maxLength: 4 },
  ),
  settlement: fc.record({ id: word, account, token: account, minimum: amount, maximum: amount }),
  touched: fc.array(account, { maxLength: 3 }),
  refundTo: account,
  deadline: fc.nat({ max: 4_294_967_295 }),
  salt: word,
});

/** The plan as viem types it. */
function typed(plan: Plan) {
  const hex = (text: string): Hex => text as Hex; // Generated as hex.
  return {
    calls: plan.calls.map((call) => ({
      ...call,
      to: hex(call.to),
      data: hex(call.data),
      token: hex(call.token),
    })),
    settlement: {
      ...plan.settlement,
      id: hex(plan.settlement.id),
      account: hex(plan.settlement.account),
      token: hex(plan.settlement.token),
    },
    touched: plan.touched.map(hex),
    refundTo: hex(plan.refundTo),
    deadline: BigInt(plan.deadline),
    salt: hex(plan.salt),
  };
}

const contracts = {
  router: '0x00000000000000000000000000000000000000aa',
  approvalProxy: '0x00000000000000000000000000000000000000bb',
};

describe('a plan', () => {
  it('is written as viem writes it, and read back', () => {
    fc.assert(
      fc.property(plans, account, amount, (plan, token, given) => {
        const pulled = encodeFunctionData({
          abi: approvalProxyAbi,
          functionName: 'pull',
          args: [token, given, typed(plan)],
        });
        const executed = encodeFunctionData({
          abi: routerAbi,
          functionName: 'execute',
          args: [typed(plan)],
        });
        expect(
          planTransaction(plan, { currency: noOrder.slice(0, 42), amount: given }, contracts),
        ).toEqual({ to: contracts.router, value: given, data: executed });
        if (BigInt(token) !== 0n)
          expect(planTransaction(plan, { currency: token, amount: given }, contracts)).toEqual({
            to: contracts.approvalProxy,
            value: 0n,
            data: pulled,
          });
        expect(decodePlan(encodePlan(plan))).toEqual(plan);
      }),
    );
  });

  it('is hashed as wallets hash it', () => {
    fc.assert(
      fc.property(plans, (plan) => {
        const { Plan: shape, PlanCall, Settlement } = transferTypes;
        const types = { Plan: shape, PlanCall, Settlement };
        expect(hashPlan(plan, (bytes) => keccak256(bytes, 'bytes'))).toBe(
          hashStruct({ data: typed(plan), primaryType: 'Plan', types }),
        );
      }),
    );
  });

  it('in any other encoding is not read', () => {
    fc.assert(
      fc.property(plans, fc.nat(), fc.integer({ min: 1, max: 15 }), (plan, at, change) => {
        const hex = encodePlan(plan);
        const place = at % hex.length;
        const digit = (Number.parseInt(hex[place]!, 16) ^ change).toString(16);
        const read = decodePlan(`${hex.slice(0, place)}${digit}${hex.slice(place + 1)}`);
        // Either the change is one of a value, and shows, or it breaks the encoding.
        if (read !== undefined) expect(read).not.toEqual(plan);
        expect(decodePlan(`${hex}${'0'.repeat(64)}`)).toBeUndefined();
        expect(decodePlan(hex.slice(64))).not.toEqual(plan);
      }),
    );
  });

  it('that claims more than there is, is not read', () => {
    const plan = fc.sample(plans, { numRuns: 1, seed: 7 })[0]!;
    const hex = encodePlan({
      ...plan,
      calls: Array.from({ length: 50 }, () => ({
        to: contracts.router,
        value: 0n,
        data: '0x',
        token: contracts.router,
        allowance: 0n,
      })),
    });
    // Every call points at one body that holds all of the calldata.
    const words = hex.match(/.{64}/g)!;
    const calls = 10 + 1;
    const everywhere = words.map((text, index) =>
      index >= calls && index < calls + 50
        ? words[calls]!
        : index === calls + 50 + 5
          ? (hex.length / 2).toString(16).padStart(64, '0')
          : text,
    );
    expect(decodePlan(everywhere.join(''))).toBeUndefined();
  });
});

describe('effects of a plan', () => {
  const plan: Plan = {
    calls: [
      {
        to: `0x${'c1'.repeat(20)}`,
        value: 0n,
        data: '0x1234',
        token: `0x${'c2'.repeat(20)}`,
        allowance: 5n,
      },
    ],
    settlement: {
      id: `0x${'0d'.repeat(32)}`,
      account: `0x${'ac'.repeat(20)}`,
      token: `0x${'70'.repeat(20)}`,
      minimum: 90n,
      maximum: 100n,
    },
    touched: [],
    refundTo: `0x${'4e'.repeat(20)}`,
    deadline: 1_900_000_000,
    salt: `0x${'5a'.repeat(32)}`,
  };
  const settlement = {
    orderId: `0x${'0d'.repeat(32)}`,
    account: plan.settlement.account,
    currency: plan.settlement.token,
    minimum: 90n,
    maximum: 100n,
    refundTo: plan.refundTo,
    deadline: plan.deadline,
  };
  const token = `0x${'c2'.repeat(20)}`;
  const effectsOf = (transaction: {
    readonly to: string;
    readonly value: bigint;
    readonly data: string;
  }) =>
    transactionEffects({
      from: contracts.router,
      chainId: 10,
      ...transaction,
      value: transaction.value.toString(),
    });

  it('are what is given, to whom, and what must come of it', () => {
    expect(effectsOf(planTransaction(plan, { currency: token, amount: 7n }, contracts))).toEqual([
      {
        type: 'swap',
        chainId: 10,
        contract: contracts.approvalProxy,
        currency: token,
        amount: 7n,
        settlement,
      },
    ]);
    const native = { ...plan, settlement: { ...plan.settlement, id: noOrder } };
    expect(
      effectsOf(planTransaction(native, { currency: noOrder.slice(0, 42), amount: 8n }, contracts)),
    ).toEqual([
      {
        type: 'swap',
        chainId: 10,
        contract: contracts.router,
        currency: noOrder.slice(0, 42),
        amount: 8n,
        settlement: { ...settlement, orderId: undefined },
      },
    ]);
  });

  it.each([
    ['with native currency beside a token', { value: 1n }],
    ['with bytes behind it', { tail: '00' }],
    ['with a word behind it', { tail: '0'.repeat(64) }],
    ['cut short', { cut: 64 }],
    ['with dirt above an address', { dirt: 10 }],
    ['with another offset', { dirt: 10 + 128 + 40 }],
  ])('%s are unknown', (_, change) => {
    const { to, value, data } = planTransaction(plan, { currency: token, amount: 7n }, contracts);
    const {
      value: more = 0n,
      tail = '',
      cut = 0,
      dirt,
    } = { value: undefined, tail: undefined, cut: undefined, dirt: undefined, ...change };
    const dirty = dirt === undefined ? data : `${data.slice(0, dirt)}1${data.slice(dirt + 1)}`;
    expect(
      effectsOf({ to, value: value + more, data: `${dirty.slice(0, dirty.length - cut)}${tail}` }),
    ).toMatchObject([{ type: 'unknown' }]);
  });
});
