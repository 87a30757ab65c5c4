import { Money } from '@portage/core';
import { createPortage } from '@portage/sdk';
import { createEvmExecutor } from '@portage/sdk/evm';
import { createPublicClient, createWalletClient, defineChain, erc20Abi, http, isAddressEqual, zeroAddress, type Chain, type Hex } from 'viem';
import { generatePrivateKey, privateKeyToAccount, privateKeyToAddress } from 'viem/accounts';
import { findPlace, type Place } from '../currencies.js';
import type { Demonstration, DemonstrationContext, DemonstrationResult } from './demonstration.js';

/** A bridge to demonstrate. */
export interface BridgeOptions {
  readonly name: string;
  readonly from: `${string}@${string}`;
  readonly to: `${string}@${string}`;
  /** In whole units of the origin currency. */
  readonly amount: string;
}

/**
 * Bridges to a recipient that never held anything, and holds the service to its word: the recipient's balance on the
 * chain itself, not what the service says of it, is the amount that counts.
 */
export function bridge({ name, from, to, amount }: BridgeOptions): Demonstration {
  return {
    name,
    title: `${amount} ${from} to ${to}`,
    run: (context) => run(context, { from: findPlace(context.devnet, from), to: findPlace(context.devnet, to), amount }),
  };
}

async function run(context: DemonstrationContext, { from, to, amount }: { readonly from: Place; readonly to: Place; readonly amount: string }): Promise<DemonstrationResult> {
  const account = privateKeyToAccount(context.privateKey);
  const recipient = privateKeyToAddress(generatePrivateKey());
  const executor = createEvmExecutor({
    wallet: (chainId) => createWalletClient({ account, chain: viemChain(context, chainId), transport: http() }),
  });
  const portage = createPortage({ baseUrl: context.serviceUrl, executors: [executor], source: 'portage.local' });
  const request = {
    user: account.address,
    recipient,
    originChainId: from.chainId,
    destinationChainId: to.chainId,
    originCurrency: from.address,
    destinationCurrency: to.address,
    amount: Money.parse(amount, from.decimals).toString(),
  };
  const started = performance.now();
  const quote = await portage.getQuote(request);
  const result = await portage.execute({ quote, request, signal: context.signal });
  const seconds = (performance.now() - started) / 1000;
  if (result.status !== 'success') throw new Error(`The request ended as ${result.status}.`);
  const received = await balanceOf(context, to, recipient);
  const promised = BigInt(quote.details.currencyOut.minimumAmount);
  if (received < promised) throw new Error(`The recipient got ${received}, which is less than the promised ${promised}.`);
  const { inTxHashes, txHashes } = await portage.getStatus(quote.requestId);
  return {
    requestId: quote.requestId,
    originChainId: from.chainId,
    destinationChainId: to.chainId,
    inTxHashes,
    txHashes,
    amountIn: quote.details.currencyIn.amount,
    amountOut: received.toString(),
    fees: Object.fromEntries(
      Object.entries(quote.fees).map(([member, fee]) => [member, { amount: fee.amount, amountUsd: fee.amountUsd, symbol: fee.currency.symbol }]),
    ),
    seconds: Math.round(seconds * 1000) / 1000,
    summary: `${amount} ${from.symbol} on ${from.slug} → ${Money.format(received, to.decimals)} ${to.symbol} on ${to.slug}`,
  };
}

function viemChain(context: DemonstrationContext, chainId: number): Chain {
  const chain = context.devnet.description.chains[String(chainId)];
  if (chain === undefined) throw new Error(`Chain ${chainId} is not part of the devnet.`);
  return defineChain({
    id: chain.id,
    name: chain.name,
    nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
    rpcUrls: { default: { http: [chain.rpcUrl] } },
  });
}

async function balanceOf(context: DemonstrationContext, place: Place, holder: Hex): Promise<bigint> {
  const client = createPublicClient({ chain: viemChain(context, place.chainId), transport: http() });
  const token = place.address as Hex; // Addresses of the devnet's description are hex.
  if (isAddressEqual(token, zeroAddress)) return client.getBalance({ address: holder });
  return client.readContract({ address: token, abi: erc20Abi, functionName: 'balanceOf', args: [holder] });
}
