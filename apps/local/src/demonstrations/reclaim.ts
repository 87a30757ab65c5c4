import { isPortageError } from '@portage/core';
import { reclaim, type ReclaimableDeposit } from '@portage/sdk/evm';
import { createWalletClient, http } from 'viem';
import { privateKeyToAccount } from 'viem/accounts';
import type { Demonstration, DemonstrationContext } from './demonstration.js';
import { createEscrowReader, expectBooksAgree } from './escrow.js';
import { viemChain } from './evmSide.js';
import { describe, expectThat, transfer, type Transfer } from './transfer.js';
import { waitUntil } from './waitUntil.js';

const amount = '0.15';

/**
 * A payer that asks the depository for its money back, at once after the deposit and after the
 * fill: it gets its money or what it bought, never both.
 */
export const reclaimRefusedAfterFill: Demonstration = {
  name: 'reclaim-refused-after-fill',
  title: 'a payer asks for its deposit back, before and after the fill, and never has both',
  run: async (context) => {
    const options = { from: 'eth@base', to: 'eth@optimism', amount } as const;
    const early: Promise<void>[] = [];
    const hasty = await transfer(context, {
      ...options,
      onDeposit: (txId) => void early.push(askBack(context, 8453, { txId })),
    });
    await Promise.all(early);
    expectThat(early.length > 0, 'the first was asked back at once');
    await expectOne(context, hasty);
    const filled = await transfer(context, options);
    expectThat(filled.status === 'success', `the second is filled (it is ${filled.status})`);
    await askBack(context, filled.from.chainId, depositOf(context, filled));
    await expectOne(context, filled);
    await expectBooksAgree(context, filled.from);
    return describe(filled, {
      summary: `asked back at once: ${hasty.status}; asked back after the fill: withdrawn by the solver`,
      checked: 'paid or refunded once, nothing left to take, depository = books',
    });
  },
};

function depositOf(context: DemonstrationContext, { quote, from }: Transfer): ReclaimableDeposit {
  const { depository } = createEscrowReader(context, from);
  return { orderId: quote.protocol.v2?.orderId ?? '', depository, currency: from.address };
}

async function call(
  context: DemonstrationContext,
  chainId: number,
  deposit: ReclaimableDeposit,
): Promise<string> {
  const wallet = createWalletClient({
    account: privateKeyToAccount(context.privateKey),
    chain: viemChain(context, chainId),
    transport: http(),
  });
  try {
    return (await reclaim({ wallet, chainId, deposit, pollMs: 100 })).status;
  } catch (error) {
    if (isPortageError(error)) return error.code;
    throw error;
  }
}

/** Asks for a deposit as soon as its chain shows it. */
async function askBack(
  context: DemonstrationContext,
  chainId: number,
  deposit: ReclaimableDeposit,
): Promise<void> {
  await waitUntil(
    async () => {
      const answer = await call(context, chainId, deposit);
      return ['requested', 'NOTHING_TO_RECLAIM', 'TRANSACTION_REVERTED'].includes(answer);
    },
    Boolean,
    'the deposit is asked back',
  );
}

/** Money went one way, and nothing is left to be taken, long before the delay is over. */
async function expectOne(context: DemonstrationContext, done: Transfer): Promise<void> {
  const { quote, from, received, refunded } = done;
  expectThat(received > 0n !== refunded > 0n, 'the payer was paid, or paid back');
  const deposit = depositOf(context, done);
  await waitUntil(
    () => call(context, from.chainId, deposit),
    (value) => value === 'NOTHING_TO_RECLAIM',
    'nothing is left to be taken',
  );
  const orderId = quote.protocol.v2?.orderId ?? '';
  const released = await createEscrowReader(context, from).released([orderId]);
  const out = released.reduce((sum, each) => sum + each.amount, 0n);
  expectThat(
    out === BigInt(quote.details.currencyIn.amount),
    'all of the deposit left by withdrawals',
  );
}
