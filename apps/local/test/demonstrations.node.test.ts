import { checkAnswer } from '@portage/testing';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { isPortageError, Money } from '@portage/core';
import { createPortage, signWithdrawal, withdrawals, type WithdrawalMessage } from '@portage/sdk';
import { createContext } from '../src/createContext.js';
import { findPlace } from '../src/currencies.js';
import { openSide } from '../src/demonstrations/transfer.js';
import { depositUnmatched } from '../src/demonstrations/unmatchedDeposit.js';
import { demonstrations } from '../src/demonstrations/index.js';
import type { Outcome } from '../src/report.js';
import { runDemonstrations } from '../src/runDemonstrations.js';
import type { System } from '../src/startSystem.js';
import { auditOnClose } from './auditOnClose.js';
import { alteredWithdrawals } from './alteredWithdrawals.js';
import { startOnSharedServer } from './startOnSharedServer.js';

/** Milliseconds that all demonstrations together may take on a busy machine. */
const allMs = 480_000;

const abort = new AbortController();
const outcomes = new Map<string, Outcome>();
let system: System;
let allOk: boolean;

beforeAll(async () => {
  system = await startOnSharedServer({
    dataDir: undefined,
    port: 0,
    blockTimeSeconds: 0.25,
    accounts: demonstrations.length + 10,
    onAnswer: checkAnswer,
  });
  allOk = await runDemonstrations(demonstrations, {
    report: { note: () => undefined, outcome: (outcome) => outcomes.set(outcome.demo, outcome) },
    contextOf: (index) => createContext(system, index, { signal: abort.signal }),
  });
}, allMs);

afterAll(async () => {
  abort.abort();
  await auditOnClose(system).close();
});

/** A deposit that no order takes, signed for by its owner. */
async function signedWithdrawal(from: `${string}@${string}`, index: number, amount: bigint) {
  const context = createContext(system, demonstrations.length + index);
  const other = createContext(system, demonstrations.length + index + 1);
  const place = findPlace(context.devnet, from);
  const [side, otherSide] = [openSide(context, place), openSide(other, place)];
  const client = createPortage({ baseUrl: system.url }).client.extend(withdrawals());
  await depositUnmatched(context, place, amount);
  const terms = {
    chainId: place.slug,
    ownerChainId: place.slug,
    currency: place.address,
    amount: amount.toString(),
    owner: side.user,
    recipient: await side.freshAccount(),
  };
  const prepared = async (changes: Partial<typeof terms> = {}) => {
    let message: WithdrawalMessage | undefined;
    const ask = async (): Promise<boolean> => {
      // The exchange takes more of a part than the usual tenth.
      message = await client
        .prepareWithdrawal({ ...terms, ...changes }, { maxFee: amount / 10n })
        .catch(() => undefined);
      return message !== undefined;
    };
    await expect.poll(ask).toBe(true);
    return message!;
  };
  const message = await prepared();
  const signed = {
    ...message,
    signature: await signWithdrawal(message, { executor: side.executor }),
  };
  const balances = async () =>
    (await client.getWithdrawalBalances({ owner: side.user, ownerChainId: place.slug })).balances;
  return { place, side, otherSide, client, message, signed, prepared, balances };
}

describe('an attacker of withdrawals gets nothing', () => {
  /** Places whose second withdrawal came while the first was under way. */
  const caught: string[] = [];

  test.each([
    ['eth@base', 0, 10n ** 17n, 'optimism'],
    ['sol@solana', 2, 10n ** 9n, 'base'],
    ['btc@bitcoin', 4, 500_000n, 'base'],
    ['usdc@lighter', 6, 80_000_000n, 'base'],
  ] as const)(
    '%s (withdrawals#recoveryAddress, withdrawals#balances-ownerChainId, withdrawals#hubTokenId, withdrawals#balances-currency, withdrawals#balances-amount, withdrawals#balances-amountUsd)',
    async (from, index, amount, otherChain) => {
      const { place, side, otherSide, client, message, signed, prepared, balances } =
        await signedWithdrawal(from, index, amount);
      const before = await balances();
      expect(before).toMatchObject([
        {
          hubTokenId: `${String(place.chainId)}:${place.address}`,
          currency: { symbol: place.symbol, chainId: place.chainId },
          amount: amount.toString(),
          amountFormatted: Money.format(amount, place.decimals),
          amountUsd: expect.stringMatching(/^\d+\.\d+$/) as string,
        },
      ]);
      const attacks = alteredWithdrawals(signed, {
        othersSignature: await signWithdrawal(message, { executor: otherSide.executor }),
        otherAccount: otherSide.user,
        otherChain,
        unsigned: await prepared({ amount: (amount / 2n).toString() }),
      });
      const taken: string[] = [];
      for (const [name, attack] of attacks)
        await client.executeWithdrawal(attack).then(
          () => taken.push(name),
          (error: unknown) => {
            if (!isPortageError(error)) throw error;
          },
        );
      expect(taken).toEqual([]);
      await expect(client.getWithdrawalStatus(message.nonce)).rejects.toMatchObject({
        code: 'UNKNOWN_REQUEST',
      });
      expect(await balances()).toEqual(before);
      // The owner's own is paid, once, however often it is sent; another one waits for it.
      const second = await prepared({ amount: (amount / 4n).toString() });
      const jobId = await client.executeWithdrawal(signed);
      const rival = {
        ...second,
        signature: await signWithdrawal(second, { executor: side.executor }),
      };
      const refusal = async (): Promise<unknown> => {
        const refused = await fetch(`${system.url}/withdrawals/request`, {
          method: 'POST',
          headers: { 'content-type': 'application/json' },
          body: JSON.stringify(rival),
        });
        return { status: refused.status, ...((await refused.json()) as object) };
      };
      const inProgress = {
        status: 409,
        errorCode: 'WITHDRAWAL_IN_PROGRESS',
        errorData: { existingJobId: jobId },
      };
      const nothingLeft = { status: 400, errorCode: 'INSUFFICIENT_FUNDS' };
      // A busy machine may have paid the first one by now; over all chains one is caught under way.
      const early = await refusal();
      const isCaught = JSON.stringify(early).includes('WITHDRAWAL_IN_PROGRESS');
      expect(early).toMatchObject(isCaught ? inProgress : nothingLeft);
      if (isCaught) caught.push(from);
      expect(await client.executeWithdrawal(signed)).toBe(jobId);
      const status = async () => (await client.getWithdrawalStatus(jobId)).status;
      await expect.poll(status).toBe('executed');
      expect(await client.executeWithdrawal(signed)).toBe(jobId);
      const { withdrawal } = await client.getWithdrawalStatus(jobId);
      const paid = await side.balanceOf(place, signed.recipient);
      expect(paid.toString()).toBe(withdrawal?.['paidAmount']);
      expect(await balances()).toEqual([]);
      expect(await refusal()).toMatchObject(nothingLeft);
    },
  );

  test('is waited for by another one while it is under way', () => {
    expect(caught).not.toEqual([]);
  });
});

describe('every demonstration succeeds beside all others', () => {
  test.each(demonstrations.map(({ name, title }) => [name, title]))('%s: %s', (name) => {
    const outcome = outcomes.get(name);
    expect(outcome?.ok, JSON.stringify(outcome)).toBe(true);
  });

  test('and so do all of them', () => {
    expect(allOk).toBe(true);
  });

  test('and the books hold', async () => {
    expect(await system.books.audit()).toEqual([]);
  });
});
