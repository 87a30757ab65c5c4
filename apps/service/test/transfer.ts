import { eventually } from '@portage/testing';
import type { Quote } from '@portage/core';
import { quoteSchema, signatureDataSchema } from '@portage/core/schemas';
import { evmChain, type Devnet } from '@portage/devnet';
import {
  createPublicClient,
  createWalletClient,
  defineChain,
  erc20Abi,
  http,
  parseAbi,
  type Hex,
} from 'viem';
import { privateKeyToAccount } from 'viem/accounts';

const filled = parseAbi([
  'event Filled(bytes32 indexed orderId, address indexed solver, address indexed to, address token, uint256 amount)',
]);
const released = parseAbi([
  'event Released(bytes32 indexed id, address indexed depositor, address token, uint256 amount, address to)',
]);

/** Requests a quote; returns the body of any answer. */
export async function post(
  url: string,
  path: string,
  body: unknown,
  headers: Readonly<Record<string, string>> = {},
): Promise<{ readonly status: number; readonly body: unknown }> {
  const answer = await fetch(`${url}${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
  });
  return { status: answer.status, body: await answer.json() };
}

/** A quote that can be executed. */
export async function getQuote(url: string, body: unknown): Promise<Quote> {
  const answer = await post(url, '/quote/v2', body);
  if (answer.status !== 200)
    throw new Error(`The quote was refused: ${JSON.stringify(answer.body)}`);
  return quoteSchema.parse(answer.body);
}

/** Sends every transaction of a quote, one after the other, each mined before the next. */
export async function sendSteps(devnet: Devnet, privateKey: Hex, quote: Quote): Promise<Hex[]> {
  const account = privateKeyToAccount(privateKey);
  const hashes: Hex[] = [];
  for (const { data } of quote.steps.flatMap((step) => step.items)) {
    const chainId = Number(data['chainId']);
    const described = evmChain(devnet.description, chainId);
    const chain = defineChain({
      id: chainId,
      name: described.name,
      nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
      rpcUrls: { default: { http: [described.rpcUrl] } },
    });
    const wallet = createWalletClient({ account, chain, transport: http() });
    const hash = await wallet.sendTransaction({
      to: data['to'] as Hex,
      data: data['data'] as Hex,
      value: BigInt(String(data['value'])),
    });
    await createPublicClient({
      chain,
      transport: http(),
      pollingInterval: 50,
    }).waitForTransactionReceipt({ hash });
    hashes.push(hash);
  }
  return hashes;
}

/** Signs the data of a quote's last step and posts the signature. */
export async function postSignature(url: string, privateKey: Hex, quote: Quote): Promise<void> {
  const answer = await submitSignature(url, privateKey, quote);
  if (answer.status !== 200)
    throw new Error(`The signature was refused: ${JSON.stringify(answer.body)}`);
}

/** Signs the data of a quote's last step; the answer to the signature. */
export async function submitSignature(
  url: string,
  privateKey: Hex,
  quote: Quote,
): ReturnType<typeof post> {
  const { path, body } = await signPermit(privateKey, quote);
  return post(url, path, body);
}

/** Signs the data of a quote's last step: what is to be posted, and to where. */
export async function signPermit(
  privateKey: Hex,
  { steps }: Quote,
): Promise<{ readonly path: string; readonly body: unknown }> {
  const { sign, post: to } = signatureDataSchema.parse(steps.at(-1)?.items[0]?.data);
  if (sign.signatureKind !== 'eip712') throw new Error('A permit is typed data.');
  const signature = await privateKeyToAccount(privateKey).signTypedData({
    domain: sign.domain,
    types: sign.types,
    primaryType: sign.primaryType,
    message: sign.value,
  });
  return { path: `${to.endpoint}?signature=${signature}`, body: to.body };
}

/** Waits for a block later than a time in milliseconds. A chain's clock may run behind ours. */
export async function untilLate(devnet: Devnet, chainId: number, time: number): Promise<void> {
  const client = createPublicClient({
    transport: http(evmChain(devnet.description, chainId).rpcUrl),
  });
  const blockTime = async (): Promise<number> =>
    Number((await client.getBlock()).timestamp) * 1_000;
  await eventually(blockTime, (at) => at > time, { what: `a block later than ${String(time)}` });
}

/** USDC balance of an account. */
export async function tokensOf(devnet: Devnet, chainId: number, account: Hex): Promise<bigint> {
  const { rpcUrl, tokens } = evmChain(devnet.description, chainId);
  return createPublicClient({ transport: http(rpcUrl) }).readContract({
    address: tokens.usdc.address,
    abi: erc20Abi,
    functionName: 'balanceOf',
    args: [account],
  });
}

/** Number of fills of an order on a chain. */
export async function countFills(
  devnet: Devnet,
  chainId: number,
  orderId: string,
): Promise<number> {
  const described = evmChain(devnet.description, chainId);
  const client = createPublicClient({ transport: http(described.rpcUrl) });
  const logs = await client.getLogs({
    address: described.contracts.filler,
    event: filled[0],
    args: { orderId: orderId as Hex },
    fromBlock: 0n,
    toBlock: 'latest',
  });
  return logs.length;
}

/** Number of payments out of the depository for an order on a chain, refunds among them. */
export async function countReleases(
  devnet: Devnet,
  chainId: number,
  orderId: string,
): Promise<number> {
  const described = evmChain(devnet.description, chainId);
  const client = createPublicClient({ transport: http(described.rpcUrl) });
  const logs = await client.getLogs({
    address: described.contracts.depository,
    event: released[0],
    args: { id: orderId as Hex },
    fromBlock: 0n,
    toBlock: 'latest',
  });
  return logs.length;
}

/** Native balance of an account. */
export async function balanceOf(devnet: Devnet, chainId: number, account: Hex): Promise<bigint> {
  const described = evmChain(devnet.description, chainId);
  return createPublicClient({ transport: http(described.rpcUrl) }).getBalance({ address: account });
}
