import { createEvmExecutor } from '@portage/sdk/evm';
import { createWalletClient, custom, type Address } from 'viem';

declare global {
  interface Window {
    /** Wallet that an extension of the browser puts there. */
    readonly ethereum?: { request(call: unknown): Promise<unknown> };
  }
}

const noWallet = 'This browser has no wallet. Install one, and come back.';

/** The browser's wallet, which is asked for nothing before it is needed. */
const wallet = createWalletClient({
  transport: custom({
    request: (call: unknown) =>
      window.ethereum?.request(call) ?? Promise.reject(new Error(noWallet)),
  }),
});

/** Makes the executor that has the browser's wallet sign. */
export function createWalletExecutor() {
  return createEvmExecutor({ wallet });
}

/** Has the user choose an account. */
export async function connect(): Promise<Address> {
  if (window.ethereum === undefined) throw new Error(noWallet);
  const [account] = await wallet.requestAddresses();
  if (account === undefined) throw new Error('The wallet shows no account.');
  return account;
}
