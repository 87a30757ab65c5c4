import { describe, expect, it } from 'vitest';
import type { Entry } from '../createLedger.js';
import {
  claimEarnedEntry,
  claimEntry,
  claimMadeEntry,
  claimPaidEntry,
  claimReturnEntry,
} from './claimEntries.js';
import { collectionEntry } from './collectionEntries.js';
import {
  depositsEntry,
  depositReversedEntry,
  reclaimEntry,
  requotedEntry,
} from './depositEntries.js';
import {
  fastFillDebitEntry,
  fastFillCollateralEntry,
  fastFillReleaseEntry,
  fastFillReturnEntry,
} from './fastFillEntries.js';
import { capitalEntry } from './inventoryEntries.js';
import {
  bookedGas,
  fillEntry,
  gasEntry,
  refundEntry,
  reversedEntry,
  takenFrom,
  unpayableEntry,
} from './payoutEntries.js';
import { withdrawalEntry } from './withdrawalEntries.js';
import { differenceEntry, takenDepositEntry } from './reconciliationEntries.js';
import { relayEntry } from './relayEntries.js';
import {
  gaslessChargeEntry,
  sponsorCreditEntry,
  sponsorReserveEntry,
  sponsorReleaseEntry,
} from './sponsorEntries.js';
import { movedBy } from './movedBy.js';
import { deliveryEntry, sentEntry } from './rebalanceEntries.js';

const asset = '1:usdc';
const transaction = {
  chain: { id: 2, native: 'eth' },
  txId: '0xa',
  sender: 'us',
  sequence: 4n,
  place: 0,
  reorgCount: 1,
  gasCost: 7n,
};
const deposit = { asset, orderId: 'o', amount: 100n, coveredLoss: 0n, isSuspended: false };
const earning = {
  orderId: 'o',
  asset,
  amount: 100n,
  solver: 'us',
  appFees: [
    { account: 'app', amount: 3n },
    { account: 'other', amount: 2n },
  ],
  sponsoredMicroUsd: 40n,
};
const gas = ['inventory:us 2:eth -7', 'gas 2:eth 7'];

const hold = { orderId: 'o', wallet: 'app', collateral: [{ asset, amount: 9n }] };
const claim = { id: 'c', wallet: 'app', asset, amount: 9n };
const debit = { ...hold, collateral: [{ asset, amount: 9n, solver: 'us' }] };

/** Each entry of the ledger: who names it, and what it posts. */
const delivery = {
  id: 't',
  sent: { asset: '2:usdc', amount: 90n },
  received: { asset: '3:usdc', amount: 81n },
  recipient: 'us3',
};

const table: readonly (readonly [string, () => readonly Entry[], string, readonly string[]])[] = [
  [
    'app fee claim',
    () => [claimEntry(claim)],
    'app fee claim c',
    ['app-fee:app 1:usdc -9', 'app-fee:app:c 1:usdc 9'],
  ],
  [
    'app fee claim returned',
    () => [claimReturnEntry(claim)],
    'app fee claim returned c',
    ['app-fee:app:c 1:usdc -9', 'app-fee:app 1:usdc 9'],
  ],
  [
    'payout of a claim',
    () => claimPaidEntry(transaction, claim),
    'payout 2:0xa:1',
    [
      ...gas,
      'inventory:us 1:usdc -9',
      'outside 1:usdc 9',
      'app-fee:app:c 1:usdc -9',
      'solver:us 1:usdc 9',
    ],
  ],
  [
    'payout of a claim that was paid before',
    () => claimEarnedEntry(transaction, claim),
    'payout 2:0xa:1',
    [...gas, 'app-fee:app:c 1:usdc -9', 'solver:us 1:usdc 9'],
  ],
  [
    'app fee claim made',
    () => [claimMadeEntry(claim, 'us')],
    'app fee claim made c',
    ['inventory:us 1:usdc -9', 'outside 1:usdc 9', 'app-fee:app:c 1:usdc -9', 'solver:us 1:usdc 9'],
  ],
  [
    'earnings of an app are set apart for a fast fill',
    () => [fastFillCollateralEntry(hold)],
    'fast fill hold o',
    ['app-fee:app 1:usdc -9', 'app-fee:app:o 1:usdc 9'],
  ],
  [
    'they are given back',
    () => [fastFillReleaseEntry(hold)],
    'fast fill release o',
    ['app-fee:app:o 1:usdc -9', 'app-fee:app 1:usdc 9'],
  ],
  [
    'they pay for a deposit that never came',
    () => [fastFillDebitEntry(debit)],
    'fast fill debit o',
    ['app-fee:app:o 1:usdc -9', 'solver:us 1:usdc 9'],
  ],
  [
    'they are given back after all',
    () => [fastFillReturnEntry(debit)],
    'fast fill return o',
    ['solver:us 1:usdc -9', 'app-fee:app 1:usdc 9'],
  ],
  [
    'deposits',
    () => [depositsEntry('1:0xd:0:0', [deposit])],
    'deposits 1:0xd:0:0',
    ['outside 1:usdc -100', 'escrow:o 1:usdc 100'],
  ],
  [
    'deposits of several orders, one entry with a posting for each account',
    () => [
      depositsEntry('1:0xd:0:0', [
        deposit,
        { ...deposit, amount: 50n },
        { ...deposit, orderId: 'p', isSuspended: true },
      ]),
    ],
    'deposits 1:0xd:0:0',
    ['outside 1:usdc -250', 'escrow:o 1:usdc 150', 'suspense 1:usdc 100'],
  ],
  [
    'what the depository lacks',
    () => [differenceEntry({ ref: '3', sender: undefined, asset, amount: -9n })],
    'loss 3',
    ['pnl 1:usdc -9', 'loss 1:usdc 9'],
  ],
  [
    'what the depository has beyond the books',
    () => [differenceEntry({ ref: '4', sender: undefined, asset, amount: 9n })],
    'gain 4',
    ['suspense 1:usdc 9', 'gain 1:usdc -9'],
  ],
  [
    'what a sender lacks',
    () => [differenceEntry({ ref: '5', sender: 'us', asset, amount: -9n })],
    'loss 5',
    ['inventory:us 1:usdc -9', 'loss 1:usdc 9'],
  ],
  [
    'what a sender has beyond the books',
    () => [differenceEntry({ ref: '6', sender: 'us', asset, amount: 9n })],
    'gain 6',
    ['inventory:us 1:usdc 9', 'gain 1:usdc -9'],
  ],
  [
    'a deposit in suspense that the operator takes',
    () => [takenDepositEntry({ ref: '7', solver: 'us', owner: undefined, asset, amount: 9n })],
    'suspense taken 7',
    ['suspense 1:usdc -9', 'solver:us 1:usdc 9'],
  ],
  [
    'a collection',
    () => collectionEntry(transaction, { asset: '2:usdc', amount: 90n }),
    'payout 2:0xa:1',
    [...gas, 'inventory:us 2:usdc 90', 'collected 2:usdc -90'],
  ],
  [
    'what a depositor took, of which some was earned already',
    () => [
      reclaimEntry('1:0xe:0', {
        asset,
        escrow: [{ orderId: 'o', amount: 60n }],
        suspense: 4n,
        owner: 'alice',
        withdrawable: 6n,
        lost: 30n,
      }),
    ],
    'reclaim 1:0xe:0',
    [
      'outside 1:usdc 100',
      'escrow:o 1:usdc -60',
      'suspense 1:usdc -4',
      'withdrawable:alice 1:usdc -6',
      'pnl 1:usdc -30',
    ],
  ],
  [
    'a deposit that came back pays the loss first that it left',
    () => [depositsEntry('1:0xd:0:1', [{ ...deposit, coveredLoss: 60n }])],
    'deposits 1:0xd:0:1',
    ['outside 1:usdc -100', 'pnl 1:usdc 60', 'escrow:o 1:usdc 40'],
  ],
  [
    'a deposit that came back with less than the loss pays all of it',
    () => [depositsEntry('1:0xd:0:1', [{ ...deposit, coveredLoss: 160n }])],
    'deposits 1:0xd:0:1',
    ['outside 1:usdc -100', 'pnl 1:usdc 100'],
  ],
  [
    'deposit reversed',
    () => [depositReversedEntry('1:0xd:0:0', { ...deposit, spent: 0n })],
    'deposit reversed 1:0xd:0:0',
    ['outside 1:usdc 100', 'escrow:o 1:usdc -100'],
  ],
  [
    'deposit reversed after a part was spent',
    () => [depositReversedEntry('1:0xd:0:0', { ...deposit, spent: 30n })],
    'deposit reversed 1:0xd:0:0',
    ['outside 1:usdc 100', 'pnl 1:usdc -30', 'escrow:o 1:usdc -70'],
  ],
  [
    'deposit reversed out of suspense',
    () => [depositReversedEntry('1:0xd:0:0', { ...deposit, isSuspended: true, spent: 0n })],
    'deposit reversed 1:0xd:0:0',
    ['outside 1:usdc 100', 'suspense 1:usdc -100'],
  ],
  [
    'requote',
    () => [requotedEntry('1:0xd:0:0', { asset, amount: 100n, fromOrderId: 'o', toOrderId: 'p' })],
    'requote 1:0xd:0:0',
    ['escrow:o 1:usdc -100', 'escrow:p 1:usdc 100'],
  ],
  [
    'payout of a fill',
    () => fillEntry(transaction, { paid: [{ asset: '2:weth', amount: 9n }], earning }),
    'payout 2:0xa:1',
    [
      ...gas,
      'inventory:us 2:weth -9',
      'outside 2:weth 9',
      'escrow:o 1:usdc -100',
      'solver:us 1:usdc 95',
      'app-fee:app 1:usdc 3',
      'app-fee:other 1:usdc 2',
      'sponsor-reserve:o usd -40',
      'solver:us usd 40',
    ],
  ],
  [
    'payout of a fill without apps and sponsors, by a chain that takes no gas',
    () =>
      fillEntry(
        { ...transaction, gasCost: 0n },
        {
          paid: [{ asset: '2:weth', amount: 9n }],
          earning: { ...earning, appFees: [], sponsoredMicroUsd: 0n },
        },
      ),
    'payout 2:0xa:1',
    ['inventory:us 2:weth -9', 'outside 2:weth 9', 'escrow:o 1:usdc -100', 'solver:us 1:usdc 100'],
  ],
  [
    'payout of a fill whose deposit went back already',
    () => fillEntry(transaction, { paid: [{ asset: '2:weth', amount: 9n }], earning: undefined }),
    'payout 2:0xa:1',
    [...gas, 'inventory:us 2:weth -9', 'outside 2:weth 9'],
  ],
  [
    'payout of a refund',
    () =>
      refundEntry(transaction, { orderId: 'o', asset, credit: 100n, amount: 90n, solver: 'us' }),
    'payout 2:0xa:1',
    [...gas, 'escrow:o 1:usdc -100', 'outside 1:usdc 90', 'solver:us 1:usdc 10'],
  ],
  [
    'payout of a refund whose gas the depository paid, out of what is kept for it',
    () =>
      refundEntry(
        { ...transaction, gasPayer: 'depository' },
        { orderId: 'o', asset: '2:eth', credit: 100n, amount: 90n, solver: 'us' },
      ),
    'payout 2:0xa:1',
    [
      'pnl 2:eth -7',
      'gas 2:eth 7',
      'escrow:o 2:eth -100',
      'outside 2:eth 90',
      'pnl 2:eth 7',
      'solver:us 2:eth 3',
    ],
  ],
  [
    'payout of a refund that keeps less than the gas that the depository paid',
    () =>
      refundEntry(
        { ...transaction, gasPayer: 'depository' },
        { orderId: 'o', asset: '2:eth', credit: 100n, amount: 98n, solver: 'us' },
      ),
    'payout 2:0xa:1',
    ['pnl 2:eth -7', 'gas 2:eth 7', 'escrow:o 2:eth -100', 'outside 2:eth 98', 'pnl 2:eth 2'],
  ],
  [
    'payout of a refund in another currency than the gas that the depository paid',
    () =>
      refundEntry(
        { ...transaction, gasPayer: 'depository' },
        { orderId: 'o', asset, credit: 100n, amount: 90n, solver: 'us' },
      ),
    'payout 2:0xa:1',
    [
      'pnl 2:eth -7',
      'gas 2:eth 7',
      'escrow:o 1:usdc -100',
      'outside 1:usdc 90',
      'solver:us 1:usdc 10',
    ],
  ],
  ['payout of nobody', () => gasEntry(transaction), 'payout 2:0xa:1', gas],
  [
    'payout of the third payment of a transaction',
    () => gasEntry({ ...transaction, place: 2 }),
    'payout 2:0xa:1:2',
    gas,
  ],
  [
    'payout of a relay',
    () => relayEntry(transaction, 5n),
    'payout 2:0xa:1',
    ['inventory:us 2:eth -12', 'gas 2:eth 7', 'outside 2:eth 5'],
  ],
  [
    'payout reversed',
    () => gasEntry(transaction).map(({ postings }) => reversedEntry({ ref: '2:0xa:1', postings })),
    'payout reversed 2:0xa:1',
    ['inventory:us 2:eth 7', 'gas 2:eth -7'],
  ],
  [
    'unpayable',
    () => [unpayableEntry({ orderId: 'o', leg: 'main', asset, amount: 100n, owner: 'alice' })],
    'unpayable o:main',
    ['escrow:o 1:usdc -100', 'withdrawable:alice 1:usdc 100'],
  ],
  [
    'withdrawal',
    () => [withdrawalEntry({ id: 'w', owner: 'alice', asset, amount: 100n })],
    'withdrawal w',
    ['withdrawable:alice 1:usdc -100', 'escrow:w 1:usdc 100'],
  ],
  [
    'sponsor reserve',
    () => [sponsorReserveEntry({ orderId: 'o', account: 'acme', microUsd: 40n })],
    'sponsor reserve o',
    ['sponsor:acme usd -40', 'sponsor-reserve:o usd 40'],
  ],
  [
    'sponsor release',
    () => [sponsorReleaseEntry({ orderId: 'o', account: 'acme', microUsd: 40n })],
    'sponsor release o',
    ['sponsor-reserve:o usd -40', 'sponsor:acme usd 40'],
  ],
  [
    'sponsor credit',
    () => [sponsorCreditEntry({ ref: 'wire 1', account: 'acme', microUsd: 40n })],
    'sponsor credit wire 1',
    ['outside usd -40', 'sponsor:acme usd 40'],
  ],
  [
    'capital counted',
    () => [capitalEntry({ ref: 'count', sender: 'us', asset: '2:eth', amount: 8n, isNew: true })],
    'capital counted count',
    ['inventory:us 2:eth 8', 'capital 2:eth -8'],
  ],
  [
    'capital received',
    () => [capitalEntry({ ref: 'count', sender: 'us', asset: '2:eth', amount: 8n, isNew: false })],
    'capital received count',
    ['inventory:us 2:eth 8', 'capital 2:eth -8'],
  ],
  [
    'gas of a gasless deposit that brought nothing in',
    () => [gaslessChargeEntry({ orderId: 'o', account: 'acme', solver: 'us', microUsd: 40n })],
    'gasless charge o',
    ['sponsor:acme usd -40', 'solver:us usd 40'],
  ],
  [
    'payout of what leaves for another chain',
    () => sentEntry(transaction, { asset: '2:usdc', amount: 90n }),
    'payout 2:0xa:1',
    [...gas, 'inventory:us 2:usdc -90', 'in-flight 2:usdc 90'],
  ],
  [
    'delivery, of which the path kept a part',
    () => [deliveryEntry({ ...delivery, kept: 4n })],
    'delivery t',
    [
      'in-flight 2:usdc -90',
      'outside 2:usdc 90',
      'outside 3:usdc -85',
      'inventory:us3 3:usdc 81',
      'path-cost 3:usdc 4',
    ],
  ],
  [
    'delivery by a path that keeps nothing',
    () => [deliveryEntry({ ...delivery, kept: 0n })],
    'delivery t',
    ['in-flight 2:usdc -90', 'outside 2:usdc 90', 'outside 3:usdc -81', 'inventory:us3 3:usdc 81'],
  ],
];

describe('entries of the ledger', () => {
  it.each(table)('%s', (_, make, name, expected) => {
    const entries = make();
    expect(entries.map(({ kind, ref }) => `${kind} ${ref}`)).toEqual([name]);
    const postings = entries.flatMap((entry) => entry.postings);
    expect(
      postings.map((posting) => `${posting.account} ${posting.asset} ${posting.amount.toString()}`),
    ).toEqual(expected);
  });

  it.each(table)('%s: balances in each asset', (_, make) => {
    const entries = make();
    const sums = new Map<string, bigint>();
    for (const posting of entries.flatMap(({ postings }) => postings))
      sums.set(posting.asset, (sums.get(posting.asset) ?? 0n) + posting.amount);
    expect([...sums.values()].filter((sum) => sum !== 0n)).toEqual([]);
  });

  it('books nothing for a transaction that moved nothing', () => {
    expect(gasEntry({ ...transaction, gasCost: 0n })).toEqual([]);
  });

  it('says of a booked transaction what its sender paid, gas included', () => {
    const postings = fillEntry(transaction, {
      paid: [{ asset: '2:weth', amount: 9n }],
      earning,
    }).flatMap((entry) => entry.postings);
    expect(takenFrom('us', postings)).toEqual([
      { asset: '2:eth', amount: 7n },
      { asset: '2:weth', amount: 9n },
    ]);
    expect(bookedGas('us', postings)).toBe(7n);
    expect(bookedGas('us', [])).toBeUndefined();
  });

  it('says that a sender paid no gas that the depository paid', () => {
    const [entry] = gasEntry({ ...transaction, gasPayer: 'depository' });
    expect(takenFrom('us', entry?.postings ?? [])).toEqual([]);
    expect(bookedGas('us', entry?.postings ?? [])).toBeUndefined();
  });

  it('says that a sender paid no gas where it sent something and the depository paid that', () => {
    const [entry] = fillEntry(
      { ...transaction, gasPayer: 'depository' },
      { paid: [{ asset: '2:weth', amount: 9n }], earning: undefined },
    );
    expect(takenFrom('us', entry?.postings ?? [])).toEqual([{ asset: '2:weth', amount: 9n }]);
    expect(bookedGas('us', entry?.postings ?? [])).toBeUndefined();
  });

  it('names the transaction in its entry', () => {
    expect(gasEntry(transaction).map((entry) => entry.transaction)).toEqual([
      { chainId: 2, txId: '0xa', sequence: 4n },
    ]);
  });

  it('refuses a sponsor who brings nothing', () => {
    const credit = { ref: 'wire 1', account: 'acme', microUsd: 0n };
    expect(() => sponsorCreditEntry(credit)).toThrow('a sponsor brings something');
  });

  it('says what moved of a sender and its depository, on one chain, summed up by currency', () => {
    const entries = [
      ...fillEntry(transaction, { paid: [{ asset: '2:weth', amount: 9n }], earning }),
      ...refundEntry(transaction, {
        orderId: 'p',
        asset: '2:eth',
        credit: 100n,
        amount: 90n,
        solver: 'us',
      }),
      ...fillEntry(
        { ...transaction, sender: 'other' },
        { paid: [{ asset: '2:weth', amount: 5n }], earning: undefined },
      ),
    ];
    expect(movedBy(entries, 2, 'us')).toEqual({
      inventory: new Map([
        ['eth', -14n],
        ['weth', -9n],
      ]),
      vault: new Map([['eth', -90n]]),
    });
    expect(movedBy(entries, 1, 'us')).toEqual({
      inventory: new Map(),
      vault: new Map([['usdc', 0n]]),
    });
    expect(movedBy(entries, 20, 'us')).toEqual({ inventory: new Map(), vault: new Map() });
  });
});
