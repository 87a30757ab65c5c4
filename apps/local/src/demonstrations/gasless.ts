import { testBatchAccountAbi } from '@portage/contracts';
import { testBatchAccountBytecode } from '@portage/contracts/bytecode';
import { Money, type QuoteBody } from '@portage/core';
import { createPortage, type Portage } from '@portage/sdk';
import { createEvmExecutor, submitGasless, type SubmitGaslessOptions } from '@portage/sdk/evm';
import { createPublicClient, createWalletClient, http } from 'viem';
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts';
import { batchAccount } from '../batchAccount.js';
import { findPlace, type Place } from '../currencies.js';
import { deployContract } from './deployContract.js';
import type { Demonstration } from './demonstration.js';
import { createEvmSide, sendOnEvm, viemChain } from './evmSide.js';
import { expectIdentities } from './fees.js';
import { describe, expectThat, routeOf, type Transfer } from './transfer.js';

const usdcAmount = Money.parse('60', 6);

/**
 * Account without native currency that signs its delegation and its calls. The solver sends them
 * and a sponsor pays.
 */
export const gasless7702: Demonstration = {
  name: 'gasless-7702',
  title: '60 USDC on base to optimism out of an account without ETH, fees paid by a sponsor',
  run: async (context) => {
    const from = findPlace(context.devnet, 'usdc@base');
    const to = findPlace(context.devnet, 'usdc@optimism');
    const chain = viemChain(context, from.chainId);
    const read = createPublicClient({ chain, transport: http() });
    const delegate = await deployContract(context, from.chainId, {
      abi: testBatchAccountAbi,
      bytecode: testBatchAccountBytecode,
    });
    const account = privateKeyToAccount(generatePrivateKey());
    await read.waitForTransactionReceipt({
      hash: await sendOnEvm(context, from, account.address, usdcAmount),
    });
    const apiKey = await context.createSponsor(100n * Money.microUsdPerUsd);
    const executor = createEvmExecutor({
      wallet: createWalletClient({ account, chain, transport: http() }),
    });
    const portage = createPortage({ baseUrl: context.serviceUrl, executors: [executor], apiKey });
    const side = createEvmSide(context);
    const [recipient, refundTo] = [await side.freshAccount(), await side.freshAccount()];
    const request = sponsoredRequest({ user: account.address, recipient, refundTo, from, to });
    const paid = await pay(portage, {
      request,
      account,
      read,
      delegate: batchAccount(delegate, account, { chainId: from.chainId, nonce: 0n }),
      signal: context.signal,
    });
    const [received, refunded, left] = await Promise.all([
      side.balanceOf(to, recipient),
      side.balanceOf(from, refundTo),
      side.balanceOf(from, account.address),
    ]);
    expectThat(received === usdcAmount && left === 0n, 'nothing is taken from the user');
    expectThat(
      (await read.getBalance({ address: account.address })) === 0n,
      'the account never held native currency',
    );
    expectThat(paid.quote.fees.gas.amount === '0', 'the payer pays no gas');
    expectIdentities(paid.quote);
    const done: Transfer = { ...paid, from, to, received, refunded };
    return describe(done, {
      summary: `${routeOf(done)}, by a delegated account without ETH`,
      checked: 'out = in, native balance = 0',
    });
  },
};

interface RequestParts {
  readonly user: string;
  readonly recipient: string;
  readonly refundTo: string;
  readonly from: Place;
  readonly to: Place;
}

function sponsoredRequest({ from, to, ...accounts }: RequestParts): QuoteBody {
  return {
    ...accounts,
    originChainId: from.chainId,
    destinationChainId: to.chainId,
    originCurrency: from.address,
    destinationCurrency: to.address,
    amount: usdcAmount.toString(),
    originGasOverhead: 80_000,
    subsidizeFees: true,
  };
}

interface Payment extends Pick<SubmitGaslessOptions, 'account' | 'read' | 'delegate' | 'signal'> {
  readonly request: QuoteBody;
}

type PaidTransfer = Omit<Transfer, 'from' | 'to' | 'received' | 'refunded'>;

/** Quotes, verifies, signs and submits, then waits until the request succeeded. */
async function pay(
  portage: Portage,
  { request, signal, ...payer }: Payment,
): Promise<PaidTransfer> {
  const started = performance.now();
  const quote = await portage.getQuote(request);
  const verify = (): Promise<void> => portage.verifyQuote(quote, { request });
  await submitGasless(portage.client, { quote, verify, ...payer, signal });
  const { status, inTxHashes, txHashes } = await portage.waitForStatus(quote.requestId, { signal });
  const seconds = Math.round(performance.now() - started) / 1000;
  expectThat(status === 'success', `the request succeeds (it ended as ${status})`);
  return { quote, status: 'success', inTxHashes, txHashes, seconds };
}
