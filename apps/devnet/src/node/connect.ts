import {
  createClient,
  defineChain,
  http,
  publicActions,
  testActions,
  walletActions,
  type Chain,
  type Client,
  type Hex,
  type HttpTransport,
  type PublicActions,
  type PublicRpcSchema,
  type TestActions,
  type TestRpcSchema,
  type WalletActions,
  type WalletRpcSchema,
} from 'viem';

/** Methods of anvil that viem's own table does not have. */
type OwnSchema = [
  {
    Method: 'anvil_reorg';
    Parameters: [depth: number, transactions: readonly (readonly [raw: Hex, block: number])[]];
    ReturnType: null;
  },
  { Method: 'evm_setTime'; Parameters: [seconds: Hex]; ReturnType: unknown },
];

type NodeSchema = [...PublicRpcSchema, ...WalletRpcSchema, ...TestRpcSchema<'anvil'>, ...OwnSchema];

/** Client of one node. */
export type NodeClient = Client<
  HttpTransport,
  Chain,
  undefined,
  NodeSchema,
  PublicActions<HttpTransport, Chain> & WalletActions<Chain> & TestActions
>;

/** Node that a client is created for. */
export interface ConnectOptions {
  readonly id: number;
  readonly name: string;
  readonly rpcUrl: string;
}

/**
 * Creates a client of one node, with anvil's own methods. It never retries, because a devnet that
 * does not answer is a fault to see.
 */
export function connect({ id, name, rpcUrl }: ConnectOptions): NodeClient {
  const chain: Chain = defineChain({
    id,
    name,
    nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
    rpcUrls: { default: { http: [rpcUrl] } },
  });
  const client: Client<HttpTransport, Chain, undefined, NodeSchema> = createClient({
    chain,
    transport: http(rpcUrl, { retryCount: 0, timeout: 10_000 }),
    pollingInterval: 50,
    cacheTime: 0,
  });
  return client
    .extend(publicActions)
    .extend(walletActions)
    .extend(testActions({ mode: 'anvil' }));
}
