import { isPortageError } from '@portage/core';
import { testBridgeAbi } from '@portage/contracts';
import { evmChain } from '@portage/devnet';
import { createPortage } from '@portage/sdk';
import { erc20Abi, parseUnits } from 'viem';
import { findPlace } from '../currencies.js';
import type { Demonstration, DemonstrationContext } from './demonstration.js';
import { expectBooksAgree } from './escrow.js';
import { expectIdentities } from './fees.js';
import { describe, expectThat, routeOf, transfer } from './transfer.js';

const [from, to, amount] = ['usdt@base', 'usdt@optimism', '25000'] as const;

/** Balance of the solver at the destination, in smallest units. */
async function readInventory({ devnet }: DemonstrationContext): Promise<bigint> {
  const place = findPlace(devnet, to);
  const { tokens } = evmChain(devnet.description, place.chainId);
  return await devnet
    .client(place.chainId)
    .readContract({
      address: tokens.usdt.address,
      abi: erc20Abi,
      functionName: 'balanceOf',
      args: [devnet.description.roles.solver.address],
    });
}

/** Refusal of the same amount without the option. */
async function refusalWithout(context: DemonstrationContext): Promise<string> {
  const [origin, destination] = [findPlace(context.devnet, from), findPlace(context.devnet, to)];
  try {
    await createPortage({ baseUrl: context.serviceUrl }).getQuote({
      user: '0x00000000000000000000000000000000000a11ce',
      originChainId: origin.chainId,
      destinationChainId: destination.chainId,
      originCurrency: origin.address,
      destinationCurrency: destination.address,
      amount: parseUnits(amount, origin.decimals).toString(),
      indicativeQuote: true,
    });
  } catch (error) {
    if (isPortageError(error, 'INSUFFICIENT_LIQUIDITY')) return error.message;
    throw error;
  }
  return '';
}

/** Amounts that the canonical bridge delivered to the solver at the destination. */
async function readDelivered({ devnet }: DemonstrationContext): Promise<readonly bigint[]> {
  const { chainId } = findPlace(devnet, to);
  const { contracts } = evmChain(devnet.description, chainId);
  const logs = await devnet
    .client(chainId)
    .getContractEvents({
      address: contracts.bridge,
      abi: testBridgeAbi,
      eventName: 'Delivered',
      args: { recipient: devnet.description.roles.solver.address },
      fromBlock: 0n,
      strict: true,
    });
  return logs.map(({ args }) => args.amount);
}

/** A payment of more than the solver holds at the destination, which a bridge brings there. */
export const externalLiquidity: Demonstration = {
  name: 'external-liquidity',
  title: '25,000 USDT from base to optimism, more than is held there: it comes over a bridge first',
  run: async (context) => {
    const held = await readInventory(context);
    expectThat(held < parseUnits(amount, 6), 'the solver holds less at the destination');
    const refusal = await refusalWithout(context);
    expectThat(refusal.includes('does not hold'), 'the amount is refused without the option');
    const before = (await readDelivered(context)).length;
    const done = await transfer(context, {
      from,
      to,
      amount,
      members: { useExternalLiquidity: true },
      onQuote: (quote) => {
        context.note(
          `external-liquidity: the bridge brings the rest, ${String(quote.details.timeEstimate)} seconds`,
        );
        return Promise.resolve();
      },
    });
    const { fees, details } = done.quote;
    expectThat(done.status === 'success', `the request succeeds (it ended as ${done.status})`);
    expectThat(details.timeEstimate >= 15, "the estimate has the path's time");
    const received = BigInt(details.currencyOut.amount);
    const missing = received - held;
    expectThat(
      BigInt(fees.relayerService.amount) * 10_000n >= missing * 5n,
      "fees.relayerService has the path's cost",
    );
    expectThat(done.received === received, 'the recipient got what was quoted');
    const delivered = await readDelivered(context);
    expectThat(delivered.length > before, 'the bridge delivered to the solver before');
    expectThat(
      delivered.slice(before).reduce((sum, one) => sum + one, 0n) >= missing,
      'it delivered what was missing',
    );
    expectIdentities(done.quote);
    await expectBooksAgree(context, done.from);
    return describe(done, {
      summary: routeOf(done),
      checked: 'amount > inventory, delivered ≥ amount − inventory, received = quoted, books agree',
    });
  },
};
