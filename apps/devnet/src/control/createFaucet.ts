import { testUsdcAbi } from '@portage/contracts';
import { PortageError, standardError } from '@portage/core';
import { encodeFunctionData, isAddress, type Hex } from 'viem';
import { privateKeyToAccount } from 'viem/accounts';
import type { DevnetAccount, Role } from '../contracts/deriveAccounts.js';
import type { FaucetAmounts } from '../faucetAmounts.js';
import type { NodeClient } from '../node/connect.js';

/** Gives money to an account and returns the transactions once they are mined. */
export type Faucet = (recipient: string, amounts: FaucetAmounts) => Promise<readonly Hex[]>;

/** Accounts that a faucet pays from. */
export interface FaucetOptions {
  readonly client: NodeClient;
  readonly roles: Readonly<Record<Role, DevnetAccount>>;
  readonly usdc: Hex;
}

interface Payment {
  readonly to: Hex;
  readonly value?: bigint;
  readonly data?: Hex;
}

/**
 * Creates a faucet that pays ETH from its account and mints USDC as its owner: real transactions,
 * one sender at a time.
 */
export function createFaucet({ client, roles, usdc }: FaucetOptions): Faucet {
  let queue: Promise<unknown> = Promise.resolve();
  const pay = async (from: DevnetAccount, payment: Payment): Promise<Hex> => {
    const account = privateKeyToAccount(from.privateKey);
    const hash = await client.sendTransaction({
      account,
      chain: client.chain,
      gas: 200_000n,
      ...payment,
    });
    return hash;
  };
  const mined = async (hash: Hex): Promise<Hex> => {
    const receipt = await client.waitForTransactionReceipt({ hash, timeout: 30_000 });
    if (receipt.status !== 'success')
      throw standardError('TRANSACTION_REVERTED', { context: { hash } });
    return hash;
  };
  return async (recipient, { native = 0n, usdc: dollars = 0n }) => {
    if (!isAddress(recipient))
      throw new PortageError('INVALID_ADDRESS', {
        message: `"${recipient.slice(0, 100)}" is not an address.`,
      });
    if (native < 0n || dollars < 0n || native + dollars === 0n)
      throw new PortageError('INVALID_REQUEST', {
        message: 'Ask for a positive amount of native or usdc.',
      });
    const send = async (): Promise<Hex[]> => {
      const hashes: Hex[] = [];
      if (native > 0n) hashes.push(await pay(roles.faucet, { to: recipient, value: native }));
      if (dollars > 0n)
        hashes.push(
          await pay(roles.owner, {
            to: usdc,
            data: encodeFunctionData({
              abi: testUsdcAbi,
              functionName: 'mint',
              args: [recipient, dollars],
            }),
          }),
        );
      return hashes;
    };
    // Nonces come from the node, so two payments of one sender must not overtake each other between
    // reading and sending.
    const sent = queue.then(send);
    queue = sent.catch(() => undefined);
    return Promise.all((await sent).map(mined));
  };
}
