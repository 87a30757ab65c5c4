import { keyWallet } from '@portage/sdk/bitcoin';
import { VersionedTransaction, type Keypair } from '@solana/web3.js';
import type { BrowserContext, Page } from 'playwright-core';
import { createWalletClient, http, isHex, type Hex } from 'viem';
import { privateKeyToAccount } from 'viem/accounts';
import type { System } from '../../src/startSystem.js';

/** Answers of wallets as they pass between the page and the test: codes of errors survive. */
type Answer =
  | { readonly result: unknown }
  | { readonly error: { readonly code: number; readonly message: string } };

/** Behaviour of a fake wallet extension for the EVM. */
export interface EvmExtension {
  readonly privateKey: Hex;
  /** Chain that it shows at first. */
  readonly chainId: number;
  /** Whether it announces itself (EIP-6963), or lies at `window.ethereum` alone. */
  readonly isLegacy?: boolean;
  /** Answers a call before the wallet does; undefined leaves it to the wallet. */
  readonly before?: (method: string) => Answer | undefined | Promise<never>;
  /** Called with each call. */
  readonly onCall?: (method: string) => void;
}

/** Answer of a wallet whose owner declines. */
export const declined: Answer = { error: { code: 4001, message: 'User rejected the request.' } };

/** Puts a wallet for the EVM into the pages of a context. It signs with a real key, in the test. */
export async function addEvmExtension(
  context: BrowserContext,
  system: System,
  { privateKey, chainId, isLegacy = false, before, onCall }: EvmExtension,
): Promise<void> {
  const account = privateKeyToAccount(privateKey);
  let current = chainId;
  let isConnected = false;
  const rpcOf = (id: number): string => {
    const chain = Object.values(system.devnet.description.chains).find((each) => each.id === id);
    if (chain === undefined) throw new Error(`There is no chain ${id}.`);
    return chain.rpcUrl;
  };
  const answer = async (method: string, params: readonly unknown[]): Promise<unknown> => {
    const [first] = params;
    if (method === 'eth_requestAccounts') isConnected = true;
    if (method === 'eth_requestAccounts' || method === 'eth_accounts')
      return isConnected ? [account.address] : [];
    if (method === 'eth_chainId') return `0x${current.toString(16)}`;
    if (method === 'wallet_switchEthereumChain') {
      current = Number((first as { readonly chainId: Hex }).chainId);
      return null;
    }
    if (method === 'personal_sign' && isHex(first))
      return account.signMessage({ message: { raw: first } });
    const client = createWalletClient({ account, transport: http(rpcOf(current)) });
    if (method === 'eth_sendTransaction') {
      const { to, data, value } = first as { readonly [name: string]: Hex | undefined };
      return client.sendTransaction({
        chain: null,
        to: to ?? null,
        ...(data === undefined ? {} : { data }),
        value: BigInt(value ?? 0),
      });
    }
    if (method.startsWith('wallet_')) throw Object.assign(new Error('Unsupported'), { code: 4200 });
    return client.request({ method, params } as never);
  };
  await context.exposeFunction('evmExtension', async (method: string, params: string) => {
    onCall?.(method);
    const own = await before?.(method);
    if (own !== undefined) return own;
    try {
      return { result: await answer(method, JSON.parse(params) as readonly unknown[]) };
    } catch (error) {
      const { code = -32603, message } = error as Error & { readonly code?: number };
      return { error: { code, message } };
    }
  });
  await context.addInitScript((legacy) => {
    const bridge = globalThis as unknown as {
      evmExtension(method: string, params: string): Promise<Answer>;
      ethereum?: unknown;
      tellEvmPage(event: string, value: unknown): void;
    };
    const listeners = new Map<string, Set<(value: unknown) => void>>();
    const heard = (event: string) =>
      listeners.get(event) ?? listeners.set(event, new Set()).get(event)!;
    const provider = {
      request: async (call: { readonly method: string; readonly params?: unknown }) => {
        const told = await bridge.evmExtension(call.method, JSON.stringify(call.params ?? []));
        if ('result' in told) return told.result;
        throw Object.assign(new Error(told.error.message), { code: told.error.code });
      },
      on: (event: string, listener: (value: unknown) => void) => heard(event).add(listener),
      removeListener: (event: string, listener: (value: unknown) => void) =>
        heard(event).delete(listener),
    };
    bridge.tellEvmPage = (event, value) => heard(event).forEach((listener) => listener(value));
    if (legacy) {
      bridge.ethereum = provider;
      return;
    }
    const info = {
      uuid: 'a3d1b2c4-0000-4000-8000-000000000001',
      name: 'Test Fox',
      icon: 'data:image/svg+xml,<svg/>',
      rdns: 'example.fox',
    };
    const announce = () =>
      dispatchEvent(
        new CustomEvent('eip6963:announceProvider', {
          detail: Object.freeze({ info: Object.freeze(info), provider }),
        }),
      );
    addEventListener('eip6963:requestProvider', announce);
    announce();
  }, isLegacy);
}

/** The wallet tells the page of an event, as when the user chooses another account. */
export async function tellEvmPage(page: Page, event: string, value: unknown): Promise<void> {
  await page.evaluate(
    ([name, told]) => {
      const bridge = globalThis as unknown as { tellEvmPage(name: string, told: unknown): void };
      bridge.tellEvmPage(name, told);
    },
    [event, value] as const,
  );
}

/** Puts a wallet of the wallet standard for Solana into the pages of a context. */
export async function addSolanaExtension(context: BrowserContext, keypair: Keypair): Promise<void> {
  await context.exposeFunction('solanaExtension', (base64: string) => {
    const transaction = VersionedTransaction.deserialize(Buffer.from(base64, 'base64'));
    transaction.sign([keypair]);
    return Buffer.from(transaction.serialize()).toString('base64');
  });
  const account = {
    address: keypair.publicKey.toBase58(),
    publicKey: Array.from(keypair.publicKey.toBytes()),
  };
  await context.addInitScript(({ address, publicKey }) => {
    const bridge = globalThis as unknown as {
      solanaExtension(base64: string): Promise<string>;
      leaveSolana(): void;
      changeSolana(address: string): void;
    };
    const chains = ['solana:mainnet'];
    const features = {
      'standard:connect': {
        version: '1.0.0',
        connect: (input?: { readonly silent?: boolean }) => {
          if (input?.silent !== true || isKnown) own.accounts = [current];
          isKnown = true;
          return Promise.resolve({ accounts: own.accounts });
        },
      },
      'standard:events': {
        version: '1.0.0',
        on: (_: string, listener: () => void) => {
          listeners.add(listener);
          return () => listeners.delete(listener);
        },
      },
      'solana:signTransaction': {
        version: '1.0.0',
        supportedTransactionVersions: ['legacy', 0],
        signTransaction: async ({ transaction }: { readonly transaction: Uint8Array }) => {
          const signed = await bridge.solanaExtension(btoa(String.fromCharCode(...transaction)));
          const bytes = Uint8Array.from(atob(signed), (character) => character.charCodeAt(0));
          return [{ signedTransaction: bytes }];
        },
      },
    };
    const listeners = new Set<() => void>();
    let isKnown = false;
    const shown = {
      address,
      publicKey: Uint8Array.from(publicKey),
      chains,
      features: ['solana:signTransaction'],
    };
    let current = shown;
    const own = {
      version: '1.0.0',
      name: 'Test Ghost',
      icon: 'data:image/svg+xml,<svg/>',
      chains,
      features,
      accounts: [] as (typeof shown)[],
    };
    bridge.leaveSolana = () => {
      own.accounts = [];
      listeners.forEach((listener) => listener());
    };
    bridge.changeSolana = (other) => {
      current = { ...shown, address: other };
      own.accounts = [current];
      listeners.forEach((listener) => listener());
    };
    const register = (api: { register(wallet: unknown): void }) => api.register(own);
    dispatchEvent(new CustomEvent('wallet-standard:register-wallet', { detail: register }));
    addEventListener('wallet-standard:app-ready', (event) =>
      register((event as CustomEvent<{ register(wallet: unknown): void }>).detail),
    );
  }, account);
}

/** Puts a wallet for Bitcoin into the pages of a context, in one of the two shapes. */
export async function addBitcoinExtension(
  context: BrowserContext,
  privateKey: Uint8Array,
  shape: 'unisat' | 'xverse',
): Promise<void> {
  const wallet = keyWallet(privateKey, 'regtest');
  const address = await wallet.address();
  const publicKey = (await wallet.publicKey?.()) ?? '';
  await context.exposeFunction('bitcoinExtension', (psbt: string) =>
    wallet.signPsbt({ psbt, address, inputs: 0 }),
  );
  await context.addInitScript(
    ({ address: own, publicKey: key, shape: kind }) => {
      const bridge = globalThis as unknown as {
        bitcoinExtension(psbt: string): Promise<string>;
        unisat?: unknown;
        XverseProviders?: unknown;
      };
      const hexOf = (base64: string) =>
        Array.from(atob(base64), (letter) =>
          letter.charCodeAt(0).toString(16).padStart(2, '0'),
        ).join('');
      const base64Of = (hex: string) =>
        btoa(
          (hex.match(/../g) ?? []).map((pair) => String.fromCharCode(parseInt(pair, 16))).join(''),
        );
      if (kind === 'unisat') {
        bridge.unisat = {
          getAccounts: () => Promise.resolve([]),
          requestAccounts: () => Promise.resolve([own]),
          getPublicKey: () => Promise.resolve(key),
          signPsbt: (psbt: string) => bridge.bitcoinExtension(psbt),
        };
        return;
      }
      const request = async (method: string, parameters: { readonly psbt: string }) => {
        const payment = { address: own, publicKey: key, purpose: 'payment' };
        if (method === 'getAccounts') return { result: [payment] };
        const signed = await bridge.bitcoinExtension(hexOf(parameters.psbt));
        return { result: { psbt: base64Of(signed) } };
      };
      bridge.XverseProviders = { BitcoinProvider: { request } };
    },
    { address, publicKey, shape },
  );
}
