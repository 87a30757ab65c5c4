import { depositoryAbi } from '@portage/contracts';
import { evmChain } from '@portage/devnet';
import { createPublicClient, erc20Abi, http, isAddressEqual, zeroAddress, type Hex } from 'viem';
import type { Place } from '../currencies.js';
import type { DemonstrationContext } from './demonstration.js';
import { viemChain } from './evmSide.js';
import { expectThat } from './transfer.js';
import { waitUntil } from './waitUntil.js';

/** Money that left the depository for one order. */
export interface ReleasedEscrow {
  readonly orderId: string;
  readonly to: string;
  /** Smallest units. */
  readonly amount: bigint;
  readonly txId: string;
}

/** The depository of an EVM chain, read from the chain itself. */
export interface EscrowReader {
  readonly depository: Hex;
  /** All that left it for these orders so far, oldest first. */
  released(orderIds: readonly string[]): Promise<readonly ReleasedEscrow[]>;
  /** Balance of the contract in a currency. */
  balance(currency: string): Promise<bigint>;
}

/** Reads the depository of a place. */
export function createEscrowReader(context: DemonstrationContext, place: Place): EscrowReader {
  const { depository } = evmChain(context.devnet.description, place.chainId).contracts;
  const client = createPublicClient({
    chain: viemChain(context, place.chainId),
    transport: http(),
  });
  return {
    depository,
    released: async (orderIds) => {
      const logs = await client.getContractEvents({
        abi: depositoryAbi,
        address: depository,
        eventName: 'Released',
        // Ids of orders are hex.
        args: { id: orderIds as Hex[] },
        fromBlock: 0n,
        strict: true,
      });
      return logs.map(({ args: { id, to, amount }, transactionHash: txId }) => {
        return { orderId: id, to, amount, txId };
      });
    },
    balance: async (currency) => {
      // Addresses of the devnet's description are hex.
      const token = currency as Hex;
      if (isAddressEqual(token, zeroAddress))
        return await client.getBalance({ address: depository });
      return await client.readContract({
        address: token,
        abi: erc20Abi,
        functionName: 'balanceOf',
        args: [depository],
      });
    },
  };
}

/**
 * Waits until the depository holds what the books say, and sees that no rule of the books is
 * broken. Others pay in and out meanwhile, so both are looked at until they are of one moment.
 */
export async function expectBooksAgree(context: DemonstrationContext, place: Place): Promise<void> {
  const escrow = createEscrowReader(context, place);
  await waitUntil(
    async () => {
      const [books, held] = await Promise.all([
        context.books.vault(place.chainId, place.address),
        escrow.balance(place.address),
      ]);
      return books === held;
    },
    Boolean,
    'the depository holds what the books say',
  );
  const violations = await context.books.audit();
  expectThat(violations.length === 0, `no rule of the books is broken (${violations.join(', ')})`);
}
