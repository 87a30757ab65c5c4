import { PortageError } from '@portage/core';
import { createWalletClient, custom, type WalletClient } from 'viem';

/** Part of wagmi's connector that a wallet needs. */
export interface WagmiConnector {
  /** Answers an EIP-1193 provider. */
  getProvider(parameters?: { chainId?: number | undefined }): Promise<unknown>;
  getChainId(): Promise<number>;
  /** Switches, and adds the chain of the configuration where the wallet lacks it. */
  switchChain?: ((parameters: { chainId: number }) => Promise<unknown>) | undefined;
}

/** Part of a configuration of wagmi that a wallet needs; `createConfig(…)` of wagmi fits. */
export interface WagmiConfig {
  readonly state: {
    /** Id of the connection in use; null without one. */
    readonly current: string | null;
    readonly connections: ReadonlyMap<
      string,
      { readonly accounts: readonly `0x${string}`[]; readonly connector: WagmiConnector }
    >;
  };
}

/** An EIP-1193 provider. */
interface Provider {
  request(args: { readonly method: string; readonly params?: unknown }): Promise<unknown>;
}

/**
 * The wallet that is connected in wagmi or RainbowKit, for `createEvmExecutor` and `reclaim`. The
 * connection is looked up with every call, so one wallet lasts while people connect, change the
 * account and disconnect. Chains are switched by the connector, so wagmi's hooks notice.
 *
 * @throws PortageError `WALLET_ERROR`, by the calls of the wallet, while none is connected
 * @example
 * ```ts
 * const executor = createEvmExecutor({ wallet: wagmiWallet(config) });
 * ```
 */
export function wagmiWallet(config: WagmiConfig): WalletClient {
  return createWalletClient({
    // A refusal of the wallet ends the call: nothing is tried again.
    transport: custom(
      { request: (call: Parameters<Provider['request']>[0]) => answer(config, call) },
      { retryCount: 0 },
    ),
  });
}

async function answer(
  config: WagmiConfig,
  call: Parameters<Provider['request']>[0],
): Promise<unknown> {
  const { accounts, connector } = connectionOf(config);
  switch (call.method) {
    // Accounts are those that the app shows, in its order.
    case 'eth_accounts':
    case 'eth_requestAccounts':
      return accounts;
    case 'eth_chainId':
      return `0x${(await connector.getChainId()).toString(16)}`;
    case 'wallet_switchEthereumChain': {
      const chainId = chainOf(call.params);
      if (connector.switchChain === undefined || chainId === undefined) break;
      await connector.switchChain({ chainId });
      return null;
    }
  }
  const provider = await connector.getProvider();
  if (isProvider(provider)) return provider.request(call);
  throw new PortageError('WALLET_ERROR', {
    message: 'The connector has no provider.',
    hint: 'Disconnect the wallet, and connect it again.',
  });
}

function connectionOf({
  state,
}: WagmiConfig): NonNullable<ReturnType<WagmiConfig['state']['connections']['get']>> {
  const found = state.current === null ? undefined : state.connections.get(state.current);
  if (found !== undefined) return found;
  throw new PortageError('WALLET_ERROR', {
    message: 'No wallet is connected.',
    hint: 'Connect a wallet first.',
  });
}

function chainOf(params: unknown): number | undefined {
  const list: readonly unknown[] = Array.isArray(params) ? params : [];
  const [first] = list;
  const chainId =
    typeof first === 'object' && first !== null && 'chainId' in first ? first.chainId : undefined;
  return typeof chainId === 'string' ? Number(chainId) : undefined;
}

function isProvider(value: unknown): value is Provider {
  return (
    typeof value === 'object' &&
    value !== null &&
    'request' in value &&
    typeof value.request === 'function'
  );
}
