import { testCollectibleAbi } from '@portage/contracts';
import { testCollectibleBytecode } from '@portage/contracts/bytecode';
import { Money } from '@portage/core';
import { createPublicClient, encodeFunctionData, http, isAddressEqual } from 'viem';
import { generatePrivateKey, privateKeyToAddress } from 'viem/accounts';
import { findPlace } from '../currencies.js';
import { deployContract } from './deployContract.js';
import type { Demonstration } from './demonstration.js';
import { viemChain } from './evmSide.js';
import { describe, expectThat, routeOf, transfer } from './transfer.js';

/** Price of each of the two collectibles. */
const mintPrice = Money.parse('0.001', 18);

/** Calls on the destination that take all of the payout: nothing is paid to the recipient. */
export const callOnly: Demonstration = {
  name: 'call-only',
  title: 'USDC on base makes two calls on optimism, and pays nobody there',
  run: async (context) => {
    const { chainId } = findPlace(context.devnet, 'eth@optimism');
    const collectible = await deployContract(context, chainId, {
      abi: testCollectibleAbi,
      bytecode: testCollectibleBytecode,
    });
    const recipient = privateKeyToAddress(generatePrivateKey());
    const data = encodeFunctionData({
      abi: testCollectibleAbi,
      functionName: 'mint',
      args: [recipient],
    });
    const mint = { to: collectible, value: mintPrice.toString(), data };
    const done = await transfer(context, {
      from: 'usdc@base',
      to: 'eth@optimism',
      amount: Money.format(2n * mintPrice, 18),
      recipient,
      members: { tradeType: 'EXACT_OUTPUT', txs: [mint, mint], txsGasLimit: 300_000 },
    });
    expectThat(done.status === 'success', `the request succeeds (it ended as ${done.status})`);
    expectThat(done.quote.details.operation === 'call', 'the quote is one of a call');
    expectThat(done.received === 0n, 'nothing was paid to the recipient');
    const client = createPublicClient({ chain: viemChain(context, chainId), transport: http() });
    const owners = await Promise.all(
      [1n, 2n].map((id) =>
        client.readContract({
          address: collectible,
          abi: testCollectibleAbi,
          functionName: 'ownerOf',
          args: [id],
        }),
      ),
    );
    expectThat(
      owners.every((owner) => isAddressEqual(owner, recipient)),
      'both calls were made',
    );
    return describe(done, {
      summary: `${routeOf(done)}, two calls`,
      checked: 'owner = recipient twice, paid = 0',
      amountOut: 2n * mintPrice,
    });
  },
};
