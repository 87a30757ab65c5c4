import { readFileSync } from 'node:fs';
import { createPortage } from '@portage/sdk';
import { privateKeyToAccount } from 'viem/accounts';
import { createSignerExecutor } from './createSignerExecutor.mjs';

const { serviceUrl, chains, accounts } = JSON.parse(readFileSync(process.argv[2], 'utf8'));

// The key of a devnet stands in for the treasury's signer.
const account = privateKeyToAccount(accounts.at(-2).privateKey);
let signatures = 0;
const signer = {
  address: account.address,
  sign: (transaction) => {
    signatures += 1;
    return account.signTransaction(transaction);
  },
};
const rpcUrls = Object.fromEntries(Object.values(chains).map(({ id, rpcUrl }) => [id, rpcUrl]));
const portage = createPortage({
  baseUrl: serviceUrl,
  executors: [createSignerExecutor({ signer, rpcUrls })],
});

const route = { originChainId: 8453, destinationChainId: 10 };
const request = { user: signer.address, ...route, amount: '100000000000000000' };
const { status, txHashes } = await portage.swap(request, { minAmountOut: '99000000000000000' });
if (status !== 'success' || signatures !== 1)
  throw new Error(`${status}, ${signatures} signatures`);
console.log(`${status} after ${signatures} signature: ${txHashes.join(', ')}`);
