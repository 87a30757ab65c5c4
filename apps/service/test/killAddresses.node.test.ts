import { randomBytes } from 'node:crypto';
import { bitcoinCodec } from '@portage/bitcoin/codec';
import type { Quote } from '@portage/core';
import { bitcoinChain, solanaChain } from '@portage/devnet';
import { solanaCodec } from '@portage/solana/codec';
import { casesOf } from '@portage/testing';
import { parseEther, type Hex } from 'viem';
import { describe, expect, test } from 'vitest';
import { expectOneDeposit } from './expectOneDeposit.js';
import { freshSolanaAddress } from './freshSolanaAddress.js';
import { balanceOf, countFills, getQuote, sendSteps } from './transfer.js';
import { untilSettled } from './untilSettled.js';
import { useServices } from './useServices.js';
import { watchStatus } from './watchStatus.js';

/**
 * Money at a deposit address is swept once, wherever the process dies meanwhile; on Solana the
 * stored bytes of a sweep land or expire, and only then are others signed.
 */
const services = useServices({
  accounts: 10,
  blockTimeSeconds: 0.25,
  solana: { slotMs: 200 },
  bitcoin: { blockMs: 1_000 },
});

/** A family on which money is paid to a deposit address. */
interface Origin {
  readonly destinationChainId: number;
  /** Members of the request that differ. */
  readonly request: (index: number) => Readonly<Record<string, unknown>>;
  readonly pay: (quote: Quote, address: string, index: number) => Promise<unknown>;
  /** Balance of the address afterwards, where its chain is asked for it. */
  readonly left?: (address: string) => Promise<bigint>;
}

const account = (index: number): { readonly address: Hex; readonly privateKey: Hex } => {
  const found = services.devnet.description.accounts[index];
  if (found === undefined) throw new Error(`No account ${String(index)}.`);
  return found;
};

const origins: Readonly<Record<string, Origin>> = {
  EVM: {
    destinationChainId: 10,
    request: (index) => ({
      user: account(index).address,
      originChainId: 8453,
      amount: parseEther('0.05').toString(),
    }),
    pay: (quote, _, index) => sendSteps(services.devnet, account(index).privateKey, quote),
    left: (address) => balanceOf(services.devnet, 8453, address as Hex),
  },
  Solana: {
    destinationChainId: 8453,
    request: () => {
      const user = freshSolanaAddress();
      return {
        user,
        refundTo: user,
        originChainId: solanaChain(services.devnet.description).id,
        originCurrency: solanaCodec.nativeCurrency,
        amount: '2000000000',
      };
    },
    pay: (_, address) => askSolana('requestAirdrop', [address, 2_000_000_000]),
    left: async (address) => {
      const balance = (await askSolana('getBalance', [address])) as { readonly value: number };
      return BigInt(balance.value);
    },
  },
  Bitcoin: {
    destinationChainId: 8453,
    request: (index) => {
      const { accounts, id } = bitcoinChain(services.devnet.description);
      return {
        user: accounts[index]?.address,
        originChainId: id,
        originCurrency: bitcoinCodec.nativeCurrency,
        amount: '400000',
      };
    },
    pay: (_, address) => services.devnet.bitcoin().faucet(address, { native: 400_000n }),
  },
};

async function askSolana(method: string, params: readonly unknown[]): Promise<unknown> {
  const answer = await fetch(solanaChain(services.devnet.description).rpcUrl, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
  });
  const { result } = (await answer.json()) as { readonly result?: unknown };
  return result;
}

describe.each(Object.entries(origins))('kill -9 during a sweep on %s', (_, origin) => {
  test.each(
    casesOf({
      daily: ['relay-stored'],
      nightly: ['relay-settlement', 'relay-stored', 'relay-sent', 'deposit-seen'],
    }),
  )('at %s: deposited once, filled once', async (point, index) => {
    const { devnet, dataDir, start } = services;
    const { destinationChainId } = origin;
    const doomed = start({ PORTAGE_FAILPOINT: point });
    const recipient: Hex = `0x${randomBytes(20).toString('hex')}`;
    const quote = await getQuote(await doomed.url, {
      recipient,
      useDepositAddress: true,
      destinationChainId,
      ...origin.request(index),
    });
    const address = quote.steps[0]?.depositAddress ?? '';
    await origin.pay(quote, address, index);
    expect(await doomed.ended).toEqual({ code: null, signal: 'SIGKILL' });

    const service = start();
    const seen = await watchStatus(await service.url, quote.requestId);
    const { amount } = quote.details.currencyOut;
    expect(seen.at(-1)).toMatchObject({ status: 'success', amountOut: amount });
    await untilSettled(dataDir, devnet);
    const orderId = quote.protocol.v2?.orderId ?? '';
    expect(await countFills(devnet, destinationChainId, orderId)).toBe(1);
    expect(await balanceOf(devnet, destinationChainId, recipient)).toBe(BigInt(amount));
    if (origin.left) expect(await origin.left(address)).toBe(0n);
    expect(await service.stop()).toEqual({ code: 0, signal: null });
    await expectOneDeposit(dataDir, devnet, orderId);
  });
});
