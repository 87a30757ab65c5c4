import { hashMessage, recoverAddress } from 'viem';
import { privateKeyToAccount } from 'viem/accounts';
import { describe, expect, it } from 'vitest';
import { createConnection } from './connection.js';
import { createEvmExecutor } from './createEvmExecutor.js';
import { wagmiWallet, type WagmiConfig } from './wagmiWallet.js';

const account = privateKeyToAccount(`0x${'11'.repeat(32)}`);
const second = privateKeyToAccount(`0x${'22'.repeat(32)}`);

/** A configuration as wagmi makes it, with one connector, and what was asked of its wallet. */
function open({ canSwitch = true, provider }: { canSwitch?: boolean; provider?: unknown } = {}) {
  const asked: string[] = [];
  let chainId = 1;
  const request = async ({ method, params }: { method: string; params?: unknown }) => {
    asked.push(method);
    const given = params as readonly `0x${string}`[];
    if (method === 'personal_sign') return account.signMessage({ message: { raw: given[0]! } });
    if (method !== 'wallet_switchEthereumChain') throw new Error(`${method} is not here`);
    chainId = 10;
    return null;
  };
  const connector = {
    getProvider: () => Promise.resolve(provider ?? { request }),
    getChainId: () => Promise.resolve(chainId),
    ...(canSwitch
      ? {
          switchChain: ({ chainId: to }: { chainId: number }) => {
            asked.push(`connector to ${String(to)}`);
            chainId = to;
            return Promise.resolve({ id: to });
          },
        }
      : {}),
  };
  const connections = new Map([['one', { accounts: [account.address], chainId: 1, connector }]]);
  const state = { current: 'one' as string | null, connections, status: 'connected' };
  return { config: { state } satisfies WagmiConfig, state, asked };
}

describe('a wallet of wagmi', () => {
  it('is the account that is connected, whenever it is asked for', async () => {
    const { config, state } = open();
    const connection = createConnection({ wallet: wagmiWallet(config) });
    expect(await connection.address()).toBe(account.address.toLowerCase());
    state.connections.get('one')!.accounts = [second.address, account.address];
    expect(await connection.address()).toBe(second.address.toLowerCase());
  });

  it('that is not connected says so, and works once it is', async () => {
    const { config, state } = open();
    state.current = null;
    const executor = createEvmExecutor({ wallet: wagmiWallet(config) });
    const missing = { code: 'WALLET_ERROR', message: 'No wallet is connected.' };
    await expect(executor.address()).rejects.toMatchObject(missing);
    const connection = createConnection({ wallet: wagmiWallet(config) });
    await expect(connection.on(8453)).rejects.toMatchObject(missing);
    state.current = 'one';
    expect(await executor.address()).toBe(account.address.toLowerCase());
  });

  it('switches chains by its connector, so that the app notices', async () => {
    const { config, asked } = open();
    const connection = createConnection({ wallet: wagmiWallet(config) });
    expect((await connection.on(8453)).chain.id).toBe(8453);
    expect(asked).toEqual(['connector to 8453']);
    const plain = open({ canSwitch: false });
    await createConnection({ wallet: wagmiWallet(plain.config) }).on(10);
    expect(plain.asked).toEqual(['wallet_switchEthereumChain']);
  });

  it('signs with the wallet behind the connector', async () => {
    const { config } = open();
    const connection = createConnection({ wallet: wagmiWallet(config) });
    const { wallet, account: signer } = await connection.current();
    const signature = await wallet.signMessage({ account: signer, message: 'hello' });
    expect(await recoverAddress({ hash: hashMessage('hello'), signature })).toBe(account.address);
  });

  it('whose connector has no provider says so', async () => {
    const { config } = open({ provider: {} });
    const wallet = wagmiWallet(config);
    const signing = wallet.signMessage({ account: account.address, message: 'hello' });
    await expect(signing).rejects.toThrow(/connector has no provider/);
  });
});
