import { Money, PortageError } from '@portage/sdk';
import { reclaim as takeBack, type Reclaim, type ReclaimableDeposit } from '@portage/sdk/evm';
import {
  createPublicClient,
  createWalletClient,
  defineChain,
  erc20Abi,
  http,
  isAddress,
  zeroAddress,
  type PublicClient,
} from 'viem';
import { exitCodes, type ExitCode } from '../exitCodes.js';
import type { AccountOptions } from '../options.js';
import type { Session } from '../session.js';
import { needAccount } from '../transfer/account.js';
import { usageError } from '../usageError.js';

/** Options of `portage reclaim`. */
export interface ReclaimCommandOptions extends AccountOptions {
  readonly tx?: string;
  readonly order?: string;
  readonly currency?: string;
  readonly depository?: string;
  readonly rpc?: string;
  readonly chain?: string;
}

/** `portage reclaim`: asks the chain and the key, and no service. */
export async function reclaim(session: Session, options: ReclaimCommandOptions): Promise<ExitCode> {
  const { output, io } = session;
  const account = await needAccount(options, session);
  const url = endpointOf(session, options);
  const publicClient = createPublicClient({ transport: http(url) });
  const chainId = await chainIdOf(publicClient, url);
  const result = await takeBack({
    wallet: createWalletClient({ account, chain: chainOf(chainId, url), transport: http(url) }),
    chainId,
    deposit: depositOf(session, options, chainId),
    signal: io.signal,
    onProgress: ({ step, amount, txId }) => {
      if (output.json)
        output.result({ event: 'progress', step, amount: amount.toString(), txId }, []);
      else output.progress(`${step}: ${txId === undefined ? 'signing' : `sent ${txId}`}`);
    },
  });
  const event = { event: 'reclaim', chainId, ...result, amount: result.amount.toString() };
  output.result(event, [lineOf(result, await amountText(publicClient, result))]);
  return exitCodes.ok;
}

function endpointOf({ devnet }: Session, { rpc, chain }: ReclaimCommandOptions): string {
  if (rpc !== undefined) return rpc;
  if (devnet === undefined || chain === undefined)
    throw usageError(
      'An endpoint of the chain is needed: give --rpc URL, or --chain NAME with --devnet FILE.',
    );
  const known = devnet.chains.find(({ id, slug }) => slug === chain || String(id) === chain);
  if (known !== undefined) return known.rpcUrl;
  throw usageError(
    `There is no chain "${chain}" in the devnet. Chains: ${devnet.chains.map(({ slug }) => slug).join(', ')}.`,
  );
}

/** The deposit that the options name; on a devnet in the depository that it deployed. */
function depositOf(
  { devnet }: Session,
  { tx, order, currency, depository }: ReclaimCommandOptions,
  chainId: number,
): ReclaimableDeposit {
  const pin = devnet?.pins.find(({ id }) => id === chainId)?.protocol?.v2.depository;
  const contract = depository ?? pin;
  for (const address of [contract, currency])
    if (address !== undefined && !isAddress(address, { strict: false }))
      throw usageError(`"${address}" is no address.`);
  if (tx !== undefined) return { txId: tx, depository: contract };
  if (order === undefined)
    throw usageError('Name the deposit: --tx HASH, or --order ID with --depository ADDRESS.');
  if (contract === undefined) throw usageError('--order needs --depository ADDRESS.');
  return { orderId: order, depository: contract, currency };
}

async function chainIdOf(client: PublicClient, url: string): Promise<number> {
  try {
    return await client.getChainId();
  } catch (error) {
    throw new PortageError('RPC_HTTP_ERROR', {
      message: `The endpoint ${url} does not say which chain it is of.`,
      hint: 'Give another endpoint with --rpc.',
      cause: error,
    });
  }
}

function chainOf(id: number, url: string) {
  return defineChain({
    id,
    name: `chain ${String(id)}`,
    nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
    rpcUrls: { default: { http: [url] } },
  });
}

/** Amount in whole units, as the token describes them; in smallest units where it does not. */
async function amountText(client: PublicClient, { currency, amount }: Reclaim): Promise<string> {
  if (currency === zeroAddress) return `${Money.format(amount, 18)} of the native currency`;
  if (!isAddress(currency)) return amount.toString();
  const token = { address: currency, abi: erc20Abi };
  try {
    const [decimals, symbol] = await Promise.all([
      client.readContract({ ...token, functionName: 'decimals' }),
      client.readContract({ ...token, functionName: 'symbol' }),
    ]);
    return `${Money.format(amount, decimals)} ${symbol}`;
  } catch {
    return `${amount.toString()} of ${currency} (smallest units)`;
  }
}

function lineOf({ status, readyAt, txId }: Reclaim, amount: string): string {
  return status === 'taken'
    ? `Took back ${amount}, by ${txId}.`
    : `Asked for ${amount}, by ${txId}. Run this again after ${new Date(readyAt * 1000).toISOString()} to take it.`;
}
