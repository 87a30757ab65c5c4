import { randomBytes } from 'node:crypto';
import { eventually } from '@portage/testing';
import { quoteSchema, requestStatusSchema } from '@portage/core/schemas';
import type { Quote, StatusResponse } from '@portage/core';
import { bitcoinCodec } from '@portage/bitcoin/codec';
import {
  addressOf,
  orderMarkScript,
  readPsbt,
  scriptOf,
  type Coin,
  type Output,
} from '@portage/bitcoin/transaction';
import { createPortage } from '@portage/sdk';
import { createEvmExecutor } from '@portage/sdk/evm';
import {
  bitcoinChain,
  bitcoinDevnetChain,
  type BitcoinControls,
  type BitcoinDevnetChain,
} from '@portage/devnet';
import { createPublicClient, createWalletClient, http, zeroAddress, type Hex } from 'viem';
import { generatePrivateKey, privateKeyToAccount, privateKeyToAddress } from 'viem/accounts';
import {
  createSpendingKey,
  signTransaction,
} from '../../../packages/service/bitcoin-chain/src/spend/signTransaction.js';
import { startTestSystem, type TestSystem } from './testSystem.js';

const base = 8453;
const network = 'regtest';
const btc = bitcoinCodec.nativeCurrency;
/** Version and length of the program of a P2WPKH output. */
const keyHashPrefix = [0x00, 0x14] as const;

/** A quote that is paid on Bitcoin, and the accounts that it names. */
export interface BitcoinQuote {
  readonly quote: Quote;
  readonly requestId: string;
  readonly orderId: string;
  /** Account on Base that was never paid before. */
  readonly recipient: Hex;
  /** Account on Bitcoin that was never paid before. */
  readonly refundTo: string;
  /** Transaction that the quote asks for. */
  readonly payment: Payment;
}

/** Outputs of a transaction and the coins that pay for it. */
export interface Payment {
  readonly outputs: readonly Output[];
  readonly coins: readonly Coin[];
}

/** A service on Base and on a Bitcoin whose blocks tests mine. */
export interface BitcoinSystem extends TestSystem {
  readonly bitcoin: BitcoinDevnetChain;
  readonly controls: BitcoinControls;
  /** Canonical address of BTC. */
  readonly currency: string;
  /** Address of the depository on Bitcoin. */
  readonly depository: string;
  /** Result of a method of the node. */
  readonly ask: (method: string, ...params: readonly unknown[]) => Promise<unknown>;
  readonly height: () => Promise<number>;
  /** Blocks on a transaction, its own included; 0 without one. */
  readonly depthOf: (txId: string) => Promise<number>;
  /** Satoshi at an address in blocks. */
  readonly balanceOf: (address: string) => Promise<bigint>;
  /** Newest transaction of an address, in a block or not; undefined where there is none. */
  readonly newestOf: (address: string) => Promise<string | undefined>;
  /** Waits for the first transaction of an address. */
  readonly firstPaymentTo: (address: string) => Promise<string>;
  /** Wei of an account on Base. */
  readonly etherOf: (account: Hex) => Promise<bigint>;
  readonly freshAddress: () => string;
  /** A quote from BTC to ETH on Base for an account of the devnet; 0.005 BTC unless told. */
  readonly quoteOut: (
    account: number,
    members?: Readonly<Record<string, unknown>>,
  ) => Promise<BitcoinQuote>;
  /** Pays ETH on Base for BTC; resolves with the request once the deposit is sent. */
  readonly buy: (
    account: number,
    members?: Readonly<Record<string, unknown>>,
    beforePaying?: () => Promise<void>,
  ) => Promise<{ readonly requestId: string; readonly recipient: string; readonly quote: Quote }>;
  /** A coin of an account in a block, made for the occasion. */
  readonly fund: (account: number, value: bigint) => Promise<Coin>;
  /** Signs a transaction, as hex; the account has all its coins. */
  readonly sign: (account: number, payment: Payment) => string;
  /** Change: the rest of the coins less a fee, as an output of the account. */
  readonly change: (account: number, payment: Payment, fee?: bigint) => Output;
  /** Output to the depository and the mark of an order. */
  readonly depositOutputs: (orderId: string, amount: bigint) => readonly Output[];
  /** Gives a signed transaction to the node; returns its id. */
  readonly send: (hex: string) => Promise<string>;
  readonly status: (requestId: string) => Promise<StatusResponse>;
  /** Waits for a status. */
  readonly reaches: (requestId: string, wanted: string) => Promise<StatusResponse>;
  /** Waits until the service has read a block, or the newest. */
  readonly caughtUp: () => Promise<void>;
  /** Why nothing is spent because of Bitcoin; undefined where it is not halted. */
  readonly haltedReason: () => Promise<string | undefined>;
}

/** Starts it. Blocks of Bitcoin come on demand. */
export async function startBitcoinSystem(
  configure?: Parameters<typeof startTestSystem>[0],
): Promise<BitcoinSystem> {
  const system = await startTestSystem({
    chains: [{ id: base, slug: 'base', name: 'Base' }, bitcoinDevnetChain],
    ...configure,
  });
  const bitcoin = bitcoinChain(system.devnet.description);
  const controls = system.devnet.bitcoin();
  await controls.pauseMining();
  const ask: BitcoinSystem['ask'] = (method, ...params) => askNode(bitcoin.rpcUrl, method, params);
  const evm = createPublicClient({ transport: http(system.chain(base).rpcUrl) });
  const depository = bitcoin.roles.allocator.address;
  const scriptOfAccount = (account: number): Uint8Array =>
    scriptOf(bitcoin.accounts[account]!.address, network);
  const sign: BitcoinSystem['sign'] = (account, { coins, outputs }) => {
    const secret = Buffer.from(bitcoin.accounts[account]!.privateKey, 'hex');
    return Buffer.from(signTransaction([createSpendingKey(secret)], coins, outputs)).toString(
      'hex',
    );
  };
  const post = async (body: object): Promise<Quote> => {
    const answer = await fetch(`${system.url}/quote/v2`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
    const text = await answer.text();
    if (answer.status !== 200) throw new Error(text);
    return quoteSchema.parse(JSON.parse(text));
  };
  const status: BitcoinSystem['status'] = async (requestId) => {
    const answer = await fetch(`${system.url}/intents/status/v3?requestId=${requestId}`);
    return requestStatusSchema.parse(await answer.json());
  };
  const newestOf: BitcoinSystem['newestOf'] = async (address) => {
    const answer = await fetch(`${bitcoin.esploraUrl}/address/${address}/txs`);
    const [found] = (await answer.json()) as readonly { readonly txid: string }[];
    return found?.txid;
  };
  const freshAddress = (): string =>
    addressOf(Uint8Array.from([...keyHashPrefix, ...randomBytes(20)]), network)!;
  return {
    ...system,
    bitcoin,
    controls,
    currency: btc,
    depository,
    ask,
    freshAddress,
    sign,
    status,
    depthOf: async (txId) => {
      const found = await ask('getrawtransaction', txId, 1);
      return (found as { readonly confirmations?: number }).confirmations ?? 0;
    },
    height: async () => Number(await ask('getblockcount')),
    balanceOf: async (address) => {
      const answer = await fetch(`${bitcoin.esploraUrl}/address/${address}/utxo`);
      const coins = (await answer.json()) as readonly {
        readonly value: number;
        readonly status: { readonly confirmed: boolean };
      }[];
      return coins
        .filter((coin) => coin.status.confirmed)
        .reduce((sum, { value }) => sum + BigInt(value), 0n);
    },
    newestOf,
    firstPaymentTo: (address) =>
      eventually(
        () => newestOf(address),
        (found) => found !== undefined,
        { what: 'the first payment' },
      ),
    etherOf: (account) => evm.getBalance({ address: account }),
    quoteOut: async (account, members = {}) => {
      const recipient = privateKeyToAddress(generatePrivateKey());
      const refundTo = freshAddress();
      const quote = await post({
        user: bitcoin.accounts[account]!.address,
        recipient,
        refundTo,
        originChainId: bitcoin.id,
        destinationChainId: base,
        amount: '500000',
        originCurrency: btc,
        destinationCurrency: zeroAddress,
        ...members,
      });
      const data = quote.steps[0]!.items[0]!.data as { readonly psbt: string };
      const psbt = readPsbt(data.psbt, network)!;
      return {
        quote,
        recipient,
        refundTo,
        payment: { coins: psbt.inputs, outputs: psbt.outputs },
        requestId: quote.steps[0]!.requestId!,
        orderId: quote.protocol.v2!.orderId,
      };
    },
    buy: async (account, members = {}, beforePaying) => {
      const signer = privateKeyToAccount(system.privateKey(account));
      const { rpcUrl } = system.chain(base);
      const wallet = createWalletClient({
        account: signer,
        chain: system.devnet.client(base).chain,
        transport: http(rpcUrl),
      });
      const recipient = freshAddress();
      const request = {
        user: signer.address,
        recipient,
        amount: '100000000000000000',
        originChainId: base,
        destinationChainId: bitcoin.id,
        originCurrency: zeroAddress,
        destinationCurrency: btc,
        ...members,
      };
      const client = createPortage({
        baseUrl: system.url,
        executors: [createEvmExecutor({ wallet, pollMs: 50 })],
        source: 'portage.test',
      });
      const quote = await client.getQuote(request);
      const { minimumAmount: minAmountOut } = quote.details.currencyOut;
      await beforePaying?.();
      await new Promise<void>((resolve, reject) => {
        client
          .execute({
            quote,
            request,
            minAmountOut,
            onProgress: (_, event) => {
              if (event.type === 'submitted') resolve();
            },
          })
          .catch(reject);
      });
      return { requestId: quote.requestId, recipient, quote };
    },
    fund: async (account, value) => {
      const { address } = bitcoin.accounts[account]!;
      const txId = String(await ask('devnetFaucet', address, value.toString()));
      await controls.mine(1);
      const script = scriptOfAccount(account);
      const { vout } = (await ask('getrawtransaction', txId, 1)) as {
        readonly vout: readonly { readonly n: number; readonly scriptPubKey: { hex: string } }[];
      };
      const wanted = Buffer.from(script).toString('hex');
      const place = vout.find(({ scriptPubKey }) => scriptPubKey.hex === wanted)!;
      return { txId, vout: place.n, value, script };
    },
    change: (account, { coins, outputs }, fee = 5_000n) => {
      const sum = (values: readonly { readonly value: bigint }[]): bigint =>
        values.reduce((total, { value }) => total + value, 0n);
      return { script: scriptOfAccount(account), value: sum(coins) - sum(outputs) - fee };
    },
    depositOutputs: (orderId, amount) => [
      { script: scriptOf(depository, network), value: amount },
      { script: orderMarkScript({ orderIds: [orderId] }, 'text', network), value: 0n },
    ],
    send: async (hex) => String(await ask('sendrawtransaction', hex, 0)),
    reaches: (requestId, wanted) => {
      const find = async (): Promise<StatusResponse | undefined> => {
        const found = await status(requestId);
        return found.status === wanted ? found : undefined;
      };
      return eventually(find, (found) => found !== undefined, {
        what: `a request that is ${wanted}`,
      });
    },
    caughtUp: async () => {
      await eventually(
        async () => {
          const { blocks } = await system.service.settlement.chains.read(bitcoin.id);
          return blocks[0]?.hash === (await ask('getbestblockhash')) ? true : undefined;
        },
        (found) => found !== undefined,
        { what: 'the newest block, read by the service' },
      );
    },
    haltedReason: async () =>
      (await system.service.settlement.chains.read(bitcoin.id)).haltedReason,
  };
}

async function askNode(url: string, method: string, params: readonly unknown[]): Promise<unknown> {
  const answer = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
  });
  const { result, error } = (await answer.json()) as {
    readonly result?: unknown;
    readonly error?: { readonly message: string } | null;
  };
  if (error) throw new Error(`${method}: ${error.message}`);
  return result;
}
