import { testBatchAccountAbi } from '@portage/contracts';
import { testBatchAccountBytecode } from '@portage/contracts/bytecode';
import { Money, type QuoteBody } from '@portage/core';
import { createPortage } from '@portage/sdk';
import { createEvmExecutor, submitGasless } from '@portage/sdk/evm';
import { createPublicClient, createWalletClient, http } from 'viem';
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts';
import { batchAccount } from '../batchAccount.js';
import { findPlace } from '../currencies.js';
import { deployContract } from './deployContract.js';
import type { Demonstration } from './demonstration.js';
import { createEvmSide, sendOnEvm, viemChain } from './evmSide.js';
import { expectIdentities } from './fees.js';
import { describe, expectThat, routeOf, type Transfer } from './transfer.js';

const usdcAmount = Money.parse('60', 6);

/**
 * An account that never held any native currency signs its delegation and its calls; the solver
 * sends them, a sponsor pays.
 */
export const gasless7702: Demonstration = {
  name: 'gasless-7702',
  title: '60 USDC on base to optimism out of an account without ETH, fees paid by a sponsor',
  run: async (context) => {
    const [from, to] = [
      findPlace(context.devnet, 'usdc@base'),
      findPlace(context.devnet, 'usdc@optimism'),
    ];
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
    const [recipient, refundTo] = [side.freshAccount(), side.freshAccount()];
    const request: QuoteBody = {
      user: account.address,
      recipient,
      refundTo,
      originChainId: from.chainId,
      destinationChainId: to.chainId,
      originCurrency: from.address,
      destinationCurrency: to.address,
      amount: usdcAmount.toString(),
      originGasOverhead: 80_000,
      subsidizeFees: true,
    };
    const started = performance.now();
    const quote = await portage.getQuote(request);
    const verify = (): Promise<void> => portage.verifyQuote(quote, { request });
    await submitGasless(portage.client, {
      quote,
      verify,
      account,
      read,
      delegate: batchAccount(delegate, account, { chainId: from.chainId, nonce: 0n }),
      signal: context.signal,
    });
    const { status, inTxHashes, txHashes } = await portage.waitForStatus(quote.requestId, {
      signal: context.signal,
    });
    const seconds = Math.round(performance.now() - started) / 1000;
    expectThat(status === 'success', `the request succeeds (it ended as ${status})`);
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
    expectThat(quote.fees.gas.amount === '0', 'the payer pays no gas');
    expectIdentities(quote);
    const done: Transfer = {
      quote,
      status: 'success',
      from,
      to,
      received,
      refunded,
      inTxHashes,
      txHashes,
      seconds,
    };
    return describe(done, {
      summary: `${routeOf(done)}, by a delegated account without ETH`,
      checked: 'out = in, native balance = 0',
    });
  },
};
