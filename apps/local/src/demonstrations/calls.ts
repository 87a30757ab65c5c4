import { testCollectibleAbi, testDelegateAbi } from '@portage/contracts';
import { testCollectibleBytecode, testDelegateBytecode } from '@portage/contracts/bytecode';
import { Money, type Authorization } from '@portage/core';
import {
  createPublicClient,
  encodeFunctionData,
  http,
  isAddressEqual,
  padHex,
  type Hex,
} from 'viem';
import { generatePrivateKey, privateKeyToAccount, privateKeyToAddress } from 'viem/accounts';
import { findPlace } from '../currencies.js';
import { deployContract } from './deployContract.js';
import type { Demonstration, DemonstrationContext } from './demonstration.js';
import { viemChain } from './evmSide.js';
import { describe, expectThat, routeOf, transfer } from './transfer.js';

/** Price of a test collectible. */
const mintPrice = '0.001';
const wei = Money.parse(mintPrice, 18).toString();

async function ownerOfFirst(
  context: DemonstrationContext,
  chainId: number,
  collectible: Hex,
): Promise<Hex> {
  const client = createPublicClient({ chain: viemChain(context, chainId), transport: http() });
  return client.readContract({
    address: collectible,
    abi: testCollectibleAbi,
    functionName: 'ownerOf',
    args: [1n],
  });
}

const collectibleCode = { abi: testCollectibleAbi, bytecode: testCollectibleBytecode } as const;

/** Pays on one chain and mints on the other. */
export const callMint: Demonstration = {
  name: 'call-mint',
  title: 'ETH on base mints a collectible on optimism',
  run: async (context) => {
    const { chainId } = findPlace(context.devnet, 'eth@optimism');
    const collectible = await deployContract(context, chainId, collectibleCode);
    const recipient = privateKeyToAddress(generatePrivateKey());
    const data = encodeFunctionData({
      abi: testCollectibleAbi,
      functionName: 'mint',
      args: [recipient],
    });
    const done = await transfer(context, {
      from: 'eth@base',
      to: 'eth@optimism',
      amount: mintPrice,
      recipient,
      members: {
        tradeType: 'EXACT_OUTPUT',
        txs: [{ to: collectible, value: wei, data }],
        txsGasLimit: 150_000,
      },
    });
    expectThat(done.status === 'success', `the request succeeds (it ended as ${done.status})`);
    expectThat(
      isAddressEqual(await ownerOfFirst(context, chainId, collectible), recipient),
      'the recipient owns the collectible',
    );
    expectThat(done.received === 0n, 'the call spent all of its money');
    return describe(done, {
      summary: `${routeOf(done)}, spent on a collectible`,
      checked: 'owner = recipient',
    });
  },
};

/** Order whose call fails on the chain: nothing is filled and the deposit is refunded. */
export const callReverts: Demonstration = {
  name: 'call-reverts-refund',
  title: 'a call that reverts on optimism: refunded on base, and no gas is spent on it',
  run: async (context) => {
    const { chainId } = findPlace(context.devnet, 'eth@optimism');
    const collectible = await deployContract(context, chainId, collectibleCode);
    const data = encodeFunctionData({
      abi: testCollectibleAbi,
      functionName: 'mintSoldOut',
      args: [collectible],
    });
    const done = await transfer(context, {
      from: 'eth@base',
      to: 'eth@optimism',
      amount: '0.01',
      members: { tradeType: 'EXACT_OUTPUT', txs: [{ to: collectible, value: wei, data }] },
    });
    expectThat(done.status === 'refund', `the request is refunded (it ended as ${done.status})`);
    expectThat(done.received === 0n, 'nothing was paid on the destination chain');
    const paid = BigInt(done.quote.details.currencyIn.amount);
    expectThat(
      done.refunded > (paid * 9n) / 10n && done.refunded <= paid,
      'the refund is what was paid, less its gas',
    );
    const summary = `${Money.format(paid, 18)} ETH on base → ${Money.format(done.refunded, 18)} ETH back on base`;
    return describe(done, {
      summary,
      checked: 'refunded = paid − gas, filled = 0',
      amountOut: done.refunded,
    });
  },
};

/**
 * Delegates an account that never sent anything. It buys for itself in the payout's own transaction
 * (EIP-7702).
 */
export const call7702: Demonstration = {
  name: 'call-7702',
  title: 'ETH on base delegates an account on optimism, which buys for itself',
  run: async (context) => {
    const { chainId } = findPlace(context.devnet, 'eth@optimism');
    const collectible = await deployContract(context, chainId, collectibleCode);
    const delegate = await deployContract(context, chainId, {
      abi: testDelegateAbi,
      bytecode: testDelegateBytecode,
    });
    const account = privateKeyToAccount(generatePrivateKey());
    const {
      r,
      s,
      yParity = 0,
    } = await account.signAuthorization({ chainId, address: delegate, nonce: 0 });
    const authorization: Authorization = {
      chainId,
      address: delegate,
      nonce: 0,
      yParity,
      r: padHex(r, { size: 32 }),
      s: padHex(s, { size: 32 }),
    };
    const data = encodeFunctionData({
      abi: testDelegateAbi,
      functionName: 'buy',
      args: [collectible],
    });
    const done = await transfer(context, {
      from: 'eth@base',
      to: 'eth@optimism',
      amount: mintPrice,
      recipient: account.address,
      members: {
        tradeType: 'EXACT_OUTPUT',
        txs: [{ to: account.address, value: wei, data }],
        authorizationList: [authorization],
      },
    });
    expectThat(done.status === 'success', `the request succeeds (it ended as ${done.status})`);
    expectThat(
      isAddressEqual(await ownerOfFirst(context, chainId, collectible), account.address),
      'the account bought for itself',
    );
    const code = await createPublicClient({
      chain: viemChain(context, chainId),
      transport: http(),
    }).getCode({ address: account.address });
    expectThat(code === `0xef0100${delegate.slice(2).toLowerCase()}`, 'the account is delegated');
    return describe(done, {
      summary: `${routeOf(done)}, spent by the delegated account`,
      checked: 'owner = account, code = delegation',
    });
  },
};

/** Tokens with some native currency for the gas to move them. */
export const topupGas: Demonstration = {
  name: 'topup-gas',
  title: '60 USDC to optimism, and a dollar of ETH beside',
  run: async (context) => {
    const recipient = privateKeyToAddress(generatePrivateKey());
    const done = await transfer(context, {
      from: 'usdc@base',
      to: 'usdc@optimism',
      amount: '60',
      recipient,
      members: { topupGas: true, topupGasAmount: '100000' },
    });
    expectThat(done.status === 'success', `the request succeeds (it ended as ${done.status})`);
    expectThat(
      done.received === BigInt(done.quote.details.currencyOut.amount),
      'the recipient got the quoted amount',
    );
    const native = await createPublicClient({
      chain: viemChain(context, done.to.chainId),
      transport: http(),
    }).getBalance({ address: recipient });
    const promised = BigInt(
      done.quote.protocol.v2?.orderData.output.payments[1]?.minimumAmount ?? 0,
    );
    expectThat(
      promised > 0n && native === promised,
      'the recipient got the promised native currency',
    );
    return describe(done, {
      summary: `${routeOf(done)} and ${Money.format(native, 18)} ETH`,
      checked: 'received = quoted, native = promised',
    });
  },
};
