import { readFileSync } from 'node:fs';
import { createPortage } from '@portage/sdk';
import { createEvmExecutor } from '@portage/sdk/evm';
import { createPublicClient, createWalletClient, http } from 'viem';
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts';

const { serviceUrl, chains, accounts } = JSON.parse(readFileSync(process.argv[2], 'utf8'));
const account = privateKeyToAccount(accounts.at(-1).privateKey);
const recipient = privateKeyToAccount(generatePrivateKey()).address;
const transport = (chainId) => http(chains[chainId].rpcUrl);
const wallet = (chainId) => createWalletClient({ account, transport: transport(chainId) });
const portage = createPortage({ baseUrl: serviceUrl, executors: [createEvmExecutor({ wallet })] });
const minAmountOut = 99_000_000_000_000_000n; // of 0.1 ETH
const route = { user: account.address, recipient, originChainId: 8453, destinationChainId: 10 };
const request = { ...route, amount: '100000000000000000' };
const { status } = await portage.swap(request, { minAmountOut });
const reader = createPublicClient({ transport: transport(10) });
const arrived = await reader.getBalance({ address: recipient });
if (arrived < minAmountOut) throw new Error(`${status}: ${arrived} wei arrived`);
console.log(`${status}: ${arrived} wei arrived`);
