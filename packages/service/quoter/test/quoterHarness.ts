import { deepStrictEqual } from 'node:assert';
import type { Hex, Signer } from '@portage/order';
import { createOrderHasher } from '@portage/order/hasher';
import type { Quote } from '@portage/core';
import type { Chains, PriceSource } from '@portage/core/chain';
import { quoteSchema } from '@portage/core/schemas';
import { createFixedPrices } from '@portage/prices';
import type { NewRequest, OpenDeposit } from '@portage/settlement';
import { toHex } from 'viem';
import { privateKeyToAccount } from 'viem/accounts';
import {
  createQuoter,
  defaultPolicy,
  type QuotePolicy,
  type QuoteCaller,
  type QuoterOptions,
} from '../src/index.js';
import { testNow, testChains } from './chains.js';
import { readBack } from './readBack.js';

const account = privateKeyToAccount(
  '0x59c6995e998f97a5a0044966f0945389dc9e86dae88c7a8412f4603b6b78690d',
);
const hasher = await createOrderHasher();

export const signer: Signer = {
  address: account.address,
  signHash: (hash): Promise<Hex> => account.sign({ hash: toHex(hash) }),
};

export const testPayer = '0xf39fd6e51aad88f6f4ce6ab8827279cfffb92266';
export const other = '0x70997970c51812dc3a010c7d01b50e0d17dc79c8';

export const prices = createFixedPrices(
  { eth: '2000', weth: '2000', usdc: '1', dai: '0.999', pepe: '0.00001', stuck: '1', gem: '60000' },
  () => testNow,
);

/** A quoter over test chains, and what it stored. */
export interface QuoterHarness {
  /**
   * The parsed answer; it is checked against the wire schema, and what is stored of it against the
   * answer.
   */
  readonly quote: (body: Readonly<Record<string, unknown>>) => Promise<Quote>;
  readonly quoteText: (body: unknown, countedAs?: string) => Promise<string>;
  readonly quoteDeposit: (deposit: OpenDeposit, isKeyRevoked?: boolean) => Promise<NewRequest>;
  readonly saved: NewRequest[];
}

/** Sponsors of these balances, who have paid for no top-up yet. */
function sponsorsOf(
  balances: Readonly<Record<string, bigint>>,
): NonNullable<QuoterOptions['store']['sponsors']> {
  const refuse = (): Promise<never> => Promise.reject(new Error('A quote changes no balance.'));
  return {
    balances: (accounts) =>
      Promise.resolve(new Map(accounts.map((account) => [account, balances[account] ?? 0n]))),
    countTopups: (topups) => Promise.resolve(topups.map(() => 0)),
    lock: refuse,
    credit: refuse,
  };
}

export function createQuoterHarness(
  options: {
    chains?: Chains;
    prices?: PriceSource;
    policy?: Partial<QuotePolicy>;
    userBalance?: QuoterOptions['userBalance'];
    areCallsHalted?: QuoterOptions['areCallsHalted'];
    isDraining?: boolean;
    sponsors?: Readonly<Record<string, bigint>>;
    /** Settlement with the balances of sponsors, instead of `sponsors`. */
    store?: Pick<QuoterOptions['store'], 'sponsors'>;
    paths?: QuoterOptions['paths'];
    context?: QuoteCaller;
    save?: () => Promise<void>;
  } = {},
): QuoterHarness {
  const saved: NewRequest[] = [];
  let drawn = 0;
  const quoter = createQuoter({
    chains: options.chains ?? testChains(),
    prices: options.prices ?? prices,
    store: {
      sponsors: options.store?.sponsors ?? sponsorsOf(options.sponsors ?? {}),
      saveRequest: (request) => {
        saved.push(request);
        return options.save?.() ?? Promise.resolve();
      },
    },
    hasher,
    signer,
    policy: { ...defaultPolicy, ...options.policy },
    now: () => testNow,
    // Different every time and the same in every run.
    randomBytes: (length) => new Uint8Array(length).map(() => (drawn = (drawn + 1) % 251)),
    areCallsHalted: options.areCallsHalted,
    isDraining: options.isDraining,
    paths: options.paths,
    ...(options.userBalance === undefined ? {} : { userBalance: options.userBalance }),
  });
  const quoteText = (body: unknown, countedAs?: string): Promise<string> =>
    quoter.quote(body, options.context ?? { apiKeyId: 'key_1' }, countedAs);
  const quote = async (body: unknown): Promise<Quote> => {
    const answer = quoteSchema.parse(JSON.parse(await quoteText(body)));
    const kept = saved.find(({ id }) => id === answer.requestId);
    if (kept === undefined) return answer;
    const { details, fees, feeSponsorship } = readBack(kept);
    deepStrictEqual(
      { details, fees, feeSponsorship },
      { details: answer.details, fees: answer.fees, feeSponsorship: answer.feeSponsorship },
    );
    return answer;
  };
  const quoteDeposit: QuoterHarness['quoteDeposit'] = (deposit, isKeyRevoked) =>
    quoter.quoteDeposit(deposit, isKeyRevoked);
  return { quote, quoteText, quoteDeposit, saved };
}
