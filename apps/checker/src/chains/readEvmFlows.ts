import {
  createPublicClient,
  erc20Abi,
  http,
  isAddressEqual,
  parseAbi,
  zeroAddress,
  type Hex,
  type PublicClient,
} from 'viem';
import { z } from 'zod';
import type { SignedOrder } from '../orders/signedOrder.js';
import type { ChainFlows, ChainOf, Flow } from '../model/chain.js';
import { hexOf } from '../model/hexOf.js';

const depositoryEvents = parseAbi([
  'event Deposit(bytes32 indexed id, address indexed depositor, address token, uint256 amount, address payer)',
  'event Released(bytes32 indexed id, address indexed depositor, address token, uint256 amount, address to)',
  'event Reclaimed(bytes32 indexed id, address indexed depositor, address token, uint256 amount)',
]);
const fillerEvents = parseAbi([
  'event Filled(bytes32 indexed orderId, address indexed solver, address indexed to, address token, uint256 amount)',
]);

/** Reads every event of the contracts since the first block. */
export async function readEvmFlows(
  chain: ChainOf<'evm'>,
  orders: readonly SignedOrder[],
): Promise<ChainFlows> {
  const client = createPublicClient({ transport: http(chain.rpcUrl) });
  const { moved, kept } = await readDepository(client, chain);
  const fills = await readFills(client, chain, orders);
  const faults = [...fills.faults, ...(await compareKept(client, chain, kept))];
  return { flows: [...moved, ...fills.flows], faults };
}

interface Moved {
  readonly moved: readonly Flow[];
  /** Amount of each token that the depository should still hold. */
  readonly kept: ReadonlyMap<string, bigint>;
}

async function readDepository(
  client: PublicClient,
  { contracts, solver }: ChainOf<'evm'>,
): Promise<Moved> {
  const events = await client.getLogs({
    address: hexOf(contracts.depository),
    events: depositoryEvents,
    fromBlock: 0n,
    strict: true,
  });
  const kept = new Map<string, bigint>();
  const moved: Flow[] = [];
  for (const { eventName, args, transactionHash: txId } of events) {
    const { id: orderId, token, amount } = args;
    const isDeposit = eventName === 'Deposit';
    const held = kept.get(token) ?? 0n;
    kept.set(token, isDeposit ? held + amount : held - amount);
    if (isDeposit) moved.push({ type: 'deposit', orderId, txId, amount });
    // Releases to the solver are its earnings.
    else if (eventName === 'Reclaimed' || !isAddressEqual(args.to, hexOf(solver)))
      moved.push({ type: 'refund', orderId, txId, amount });
  }
  return { moved, kept };
}

/** Compares what should be left in the depository with its balances. */
async function compareKept(
  client: PublicClient,
  { slug, contracts }: ChainOf<'evm'>,
  kept: ReadonlyMap<string, bigint>,
): Promise<readonly string[]> {
  const address = hexOf(contracts.depository);
  const compared = [...kept].map(async ([token, amount]) => {
    const balance =
      token === zeroAddress
        ? await client.getBalance({ address })
        : await client.readContract({
            abi: erc20Abi,
            address: hexOf(token),
            functionName: 'balanceOf',
            args: [address],
          });
    return balance === amount
      ? []
      : [`the depository on ${slug} holds ${String(balance)} of ${token}, not ${String(amount)}`];
  });
  return (await Promise.all(compared)).flat();
}

/** Fills by the event, each with what really reached the recipient. */
async function readFills(
  client: PublicClient,
  { slug, contracts }: ChainOf<'evm'>,
  orders: readonly SignedOrder[],
): Promise<ChainFlows> {
  const events = await client.getLogs({
    address: hexOf(contracts.filler),
    events: fillerEvents,
    fromBlock: 0n,
    strict: true,
  });
  const byId = new Map(orders.map((order) => [order.orderId, order]));
  const flows: Flow[] = [];
  const faults: string[] = [];
  for (const { args, transactionHash: txId } of events) {
    const { orderId, to, token, amount } = args;
    const order = byId.get(orderId);
    if (order === undefined || order.destination.slug !== slug) continue;
    const { recipient, currency } = order.destination;
    if (!isAddressEqual(token, hexOf(currency))) continue;
    if (!isAddressEqual(to, hexOf(recipient)))
      faults.push(`${orderId} was signed for ${recipient} and paid to ${to}`);
    const delivered = order.hasCalls ? amount : await readDelivered(client, { txId, to, token });
    if (delivered < amount)
      faults.push(
        `${orderId} tells of ${String(amount)}, and ${String(delivered)} reached ${to} by ${txId}`,
      );
    flows.push({ type: 'fill', orderId, txId, amount: delivered });
  }
  return { flows, faults };
}

interface Delivery {
  readonly txId: Hex;
  readonly to: Hex;
  readonly token: Hex;
}

/** Amount that an account got by a transaction: by transfers of the token, or calls with value. */
async function readDelivered(client: PublicClient, { txId, to, token }: Delivery): Promise<bigint> {
  if (token === zeroAddress) return sumOfCalls(await traceCalls(client, txId), to);
  const { blockNumber } = await client.getTransactionReceipt({ hash: txId });
  const transfers = await client.getLogs({
    address: token,
    event: erc20Transfer,
    args: { to },
    fromBlock: blockNumber,
    toBlock: blockNumber,
    strict: true,
  });
  return transfers
    .filter(({ transactionHash }) => transactionHash === txId)
    .reduce((sum, { args }) => sum + args.value, 0n);
}

const [erc20Transfer] = parseAbi([
  'event Transfer(address indexed from, address indexed to, uint256 value)',
]);

/** Call of a trace, with those that it made. */
interface TracedCall {
  readonly to?: string | undefined;
  readonly value?: string | undefined;
  readonly error?: string | undefined;
  readonly calls?: readonly TracedCall[] | undefined;
}

const tracedCallSchema: z.ZodType<TracedCall> = z.object({
  to: z.string().optional(),
  value: z.string().optional(),
  error: z.string().optional(),
  calls: z.array(z.lazy(() => tracedCallSchema)).optional(),
});

async function traceCalls(client: PublicClient, txId: Hex): Promise<TracedCall> {
  const request: unknown = {
    method: 'debug_traceTransaction',
    params: [txId, { tracer: 'callTracer' }],
  };
  // A method of nodes that the client has no type for.
  return tracedCallSchema.parse(await client.request(request as never));
}

function sumOfCalls({ to, value, error, calls = [] }: TracedCall, recipient: string): bigint {
  if (error !== undefined) return 0n;
  const own = to?.toLowerCase() === recipient.toLowerCase() ? BigInt(value ?? '0x0') : 0n;
  return calls.reduce((sum, call) => sum + sumOfCalls(call, recipient), own);
}
