import { createFakeChain, type FakeChain, type FakeChainOptions } from './createFakeChain.js';
import { createFakeExecutor } from './createFakeExecutor.js';
import { createFakeVm } from './createFakeVm.js';
import { fakeAddress, fakeDepository, fakeNative } from './fakeAddress.js';
import { fakeCodec } from './fakeCodec.js';
import type { ExecutorFixture, ExecutorItem, VmFixture } from '../conformance/fixtures.js';
import type { FakeItem } from './fakeSteps.js';
import { testEnvironment } from '../testEnvironment.js';

const payer = fakeAddress('payer');
const usdc = fakeAddress('usdc');
const orderId = `0x${'0d'.repeat(32)}`;

/** A fixture with direct access to its chain. */
export interface FakeVmFixture extends VmFixture {
  readonly fake: FakeChain;
}

/** How the chain of a fixture pays. */
export type FakeVmOptions = Pick<FakeChainOptions, 'authorizedSeconds' | 'coins' | 'joinsMax'>;

/**
 * Makes a funded fake chain for `testVm`: the smallest complete example of such a fixture.
 *
 * @param options - coins that its sender pays with, a balance where left out, and fills that it
 *   joins in one transaction; seconds for which anybody may make a refund that was signed
 * @example
 * ```ts
 * const { fake } = createFakeVmFixture();
 * fake.mine(1);
 * ```
 */
export function createFakeVmFixture(options: FakeVmOptions = {}): FakeVmFixture {
  const fake = open(options);
  const vm = createFakeVm([fake]);
  let accounts = 0;
  return {
    fake,
    codec: fakeCodec,
    addresses: [
      { text: payer, canonical: payer },
      { text: `FK${usdc.slice(2).toUpperCase()}`, canonical: usdc },
    ],
    invalidAddresses: [
      'fk',
      `${payer}0`,
      payer.slice(0, -1),
      `0x${payer.slice(2)}`,
      `fk${'g'.repeat(40)}`,
    ],
    transactionIds: [{ text: `0x${'AB'.repeat(32)}`, canonical: `0x${'ab'.repeat(32)}` }],
    invalidTransactionIds: ['0x', `0x${'ab'.repeat(31)}`, 'ab'.repeat(32)],
    unknownTransactionId: `0x${'5e'.repeat(32)}`,
    open: (signal) => vm.prepare({ id: fake.chain.id }).open(testEnvironment(signal)),
    openMisconfigured: (signal) =>
      vm.prepare({ id: fake.chain.id + 1 }).open(testEnvironment(signal)),
    executor: createFakeExecutor({ address: payer, chains: [fake] }),
    currencies: [fakeNative, usdc],
    amount: () => 1_000n,
    freshAccount: () => fakeAddress(`fresh ${(accounts += 1)}`),
    refusedRecipients: [fakeDepository, usdc, fakeNative],
    mine: async (blocks) => void fake.mine(blocks),
    blocksToFinality: 5,
    reorg: async (depth) => fake.reorg(depth, 'drop'),
    skipTime: async (seconds) => void fake.mine(seconds),
    close: async () => undefined,
  };
}

/**
 * Makes a fake wallet for `testExecutor`.
 *
 * @example
 * ```ts
 * testExecutor('fake', async () => createFakeExecutorFixture());
 * ```
 */
export function createFakeExecutorFixture(): ExecutorFixture {
  const fake = open();
  let requests = 0;
  let declines = 0;
  const approve = (): boolean => {
    requests += 1;
    if (declines === 0) return true;
    declines -= 1;
    return false;
  };
  const shared = { vm: 'fake', chainId: fake.chain.id, currency: usdc, amount: '25' } as const;
  const said = { chainId: fake.chain.id, currency: usdc, amount: 25n };
  const deposit = {
    ...shared,
    action: 'deposit',
    orderId,
    depositor: payer,
    depository: fakeDepository,
  } as const;
  const item = (name: string, data: FakeItem, effects: ExecutorItem['effects']): ExecutorItem => ({
    ...inStep({ ...data }),
    name,
    effects,
  });
  return {
    executor: createFakeExecutor({ address: payer, chains: [fake], approve }),
    items: [
      item('an approval', { ...shared, action: 'approve', spender: fakeDepository }, [
        { type: 'approval', spender: fakeDepository, ...said },
      ]),
      item('a deposit', deposit, [
        { type: 'deposit', depository: fakeDepository, orderId, depositor: payer, ...said },
      ]),
      item('a transfer', { ...shared, action: 'transfer', recipient: fakeAddress('bob') }, [
        { type: 'payment', recipient: fakeAddress('bob'), ...said },
      ]),
    ],
    foreign: [
      {
        name: 'an EVM transaction',
        ...inStep({ from: '0x', to: '0x', data: '0x', value: '0', chainId: fake.chain.id }),
      },
      { name: 'a deposit without an order', ...inStep({ ...deposit, orderId: undefined }) },
      { name: 'an amount that is no amount', ...inStep({ ...deposit, amount: '-1' }) },
    ],
    reverting: item(
      'a transfer of too much',
      { ...shared, amount: '999999999', action: 'transfer', recipient: fakeAddress('bob') },
      [],
    ),
    unknownTransactionId: `0x${'5e'.repeat(32)}`,
    requests: () => requests,
    declineNext: () => void (declines += 1),
    mine: async () => void fake.mine(),
    close: async () => undefined,
  };
}

function open(options: FakeVmOptions = {}): FakeChain {
  const fake = createFakeChain({ id: 7, slug: 'seven', ...options });
  fake.credit(payer, fakeNative, 10n ** 9n);
  fake.credit(payer, usdc, 10n ** 6n);
  return fake;
}

function inStep(data: Record<string, unknown>): Pick<ExecutorItem, 'item' | 'step'> {
  const item = { status: 'incomplete' as const, data };
  return {
    item,
    step: { id: 'deposit', action: '', description: '', kind: 'transaction', items: [item] },
  };
}
