import { PortageError } from '@portage/core';
import type { Account, Chain, PublicClient, WalletClient } from 'viem';
import { createWallets, type WalletSource } from './createWallets.js';
import { walletError } from './walletError.js';

/** Hex as viem types it. */
export type Hex = `0x${string}`;

/** A JSON-RPC call that goes to the wallet's own endpoint or to a public one. */
export type Request = (method: string, params: readonly unknown[]) => Promise<unknown>;

/** Wallet, and clients that read its chains. */
export interface ConnectionOptions {
  /** One wallet for all chains, or the wallet of each chain. */
  readonly wallet: WalletSource;
  /** Client that reads a chain. By default chains are read through the wallet. */
  readonly publicClient?: ((chainId: number) => PublicClient) | undefined;
  /**
   * The chain whose wallet names the account and signs plain messages, where each chain has its
   * own. Default: a chain that what is signed is for, one that was used, or 1.
   */
  readonly homeChainId?: number | undefined;
}

/** A wallet and the means to read its chains. */
export interface Connection {
  /** The account that acts, in lower case. */
  address(chainId?: number): Promise<string>;
  /**
   * The wallet of a chain, switched to it. @throws PortageError `WRONG_CHAIN`, `WALLET_REJECTED`
   */
  on(chainId: number): Promise<Connected>;
  /**
   * The wallet on whatever chain it is, for what belongs to none: where each chain has its own,
   * that of `homeChainId`, of the chain that is named, or any that was used.
   */
  current(chainId?: number): Promise<Omit<Connected, 'chain'>>;
  wallet(chainId: number): WalletClient;
  /** Reads a chain. */
  reader(chainId: number): Request;
}

/** A wallet that is on the right chain. */
export interface Connected {
  readonly wallet: WalletClient;
  readonly account: Account | Hex;
  readonly chain: Chain;
}

/** Connects to a wallet; nothing is asked of it before it is needed. */
export function createConnection({
  wallet,
  publicClient,
  homeChainId,
}: ConnectionOptions): Connection {
  const { walletOf, homeWallet } = createWallets(wallet, homeChainId);

  const accountOf = async (client: WalletClient): Promise<Account | Hex> => {
    if (client.account !== undefined) return client.account;
    const [first] = await client
      .getAddresses()
      .catch((error: unknown) => Promise.reject(walletError(error)));
    if (first === undefined)
      throw new PortageError('WALLET_ERROR', {
        message: 'The wallet has no account.',
        hint: 'Connect the wallet first.',
      });
    return first;
  };

  return {
    wallet: walletOf,
    address: async (chainId) => {
      const account = await accountOf(chainId === undefined ? homeWallet() : walletOf(chainId));
      return (typeof account === 'string' ? account : account.address).toLowerCase();
    },
    on: async (chainId) => {
      const client = walletOf(chainId);
      await switchTo(client, chainId);
      return { wallet: client, account: await accountOf(client), chain: chainOf(client, chainId) };
    },
    current: async (chainId) => {
      const client = homeWallet(chainId);
      return { wallet: client, account: await accountOf(client) };
    },
    reader: (chainId) => {
      const client = publicClient?.(chainId) ?? walletOf(chainId);
      // viem types each method by name; at run time `request` passes any method on, and its answers
      // are checked here.
      const request = client.request as (args: {
        method: string;
        params: readonly unknown[];
      }) => Promise<unknown>;
      return (method, params) => request({ method, params });
    },
  };
}

async function switchTo(client: WalletClient, chainId: number): Promise<void> {
  // A wallet that does not say where it is, as one that is not connected, is on no wrong chain.
  const current = await client
    .getChainId()
    .catch((error: unknown) => Promise.reject(walletError(error)));
  if (current === chainId) return;
  try {
    await client.switchChain({ id: chainId });
    if ((await client.getChainId()) === chainId) return;
  } catch (error) {
    const failure = walletError(error);
    if (failure.code === 'WALLET_REJECTED') throw failure;
    throw wrongChain(chainId, error);
  }
  throw wrongChain(chainId);
}

function wrongChain(chainId: number, cause?: unknown): PortageError {
  return new PortageError('WRONG_CHAIN', {
    message: `The wallet is not on chain ${String(chainId)} and did not switch to it.`,
    hint: 'Add the chain to the wallet, or pass wallet: (chainId) => the wallet of that chain.',
    context: { chainId },
    cause,
  });
}

/**
 * The wallet's own description of the chain, or the little that sending needs; viem checks the id
 * once more just before it sends.
 */
function chainOf(client: WalletClient, chainId: number): Chain {
  if (client.chain?.id === chainId) return client.chain;
  return {
    id: chainId,
    name: `chain ${String(chainId)}`,
    nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
    rpcUrls: { default: { http: [] } },
  };
}
