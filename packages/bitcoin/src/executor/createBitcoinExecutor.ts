import { checkOptions } from '@portage/core/errors';
import { defineExecutor, type Executor } from '@portage/core/executor';
import { scriptOf } from '../address/address.js';
import type { BitcoinNetwork } from '../address/networks.js';
import { createBitcoinCodec } from '../codec.js';
import { walletError } from '../errors/walletError.js';
import { createEsplora } from '../esplora/createEsplora.js';
import type { Output } from '../transaction/createPsbt.js';
import { readPsbt } from '../transaction/readPsbt.js';
import type { BitcoinWallet } from '../wallet/bitcoinWallet.js';
import { confirmTransaction, isForgotten } from './confirmTransaction.js';
import { createTransfer } from './createTransfer.js';
import { createSentTransactions } from './createSentTransactions.js';
import { readKeptCoins } from './keptCoins.js';
import { readBack } from './readBack.js';
import { readItem, type BitcoinTransactionData } from './readItem.js';
import { sendTransaction } from './sendTransaction.js';
import { signDigest } from './signDigest.js';
import { transactionEffects } from './transactionEffects.js';
import { checkTransfer, transferEffects } from './transferEffects.js';

/** Options of {@link createBitcoinExecutor}. */
export interface BitcoinExecutorOptions {
  /** A wallet of a browser through its adapter, or `keyWallet(…)`. */
  readonly wallet: BitcoinWallet;
  /** Network of the wallet's address; steps that pay another one are unknown effects. */
  readonly network: BitcoinNetwork;
  /** Address of an Esplora REST endpoint; transactions are sent and looked up there alone. */
  readonly url: string;
  /** The chain's id in quotes. Default 8253038. */
  readonly chainId?: number | undefined;
  /** Milliseconds between looks at the chain while a transaction is awaited. Default 5000. */
  readonly pollMs?: number | undefined;
  /** Blocks that must hold the transaction. Default 1. */
  readonly confirmations?: number | undefined;
  /** Satoshi of a fee at most; a higher one is an unknown effect. Default 1000000. */
  readonly feeMax?: bigint | undefined;
  /** Satoshi for a virtual byte at most; a higher fee is an unknown effect. Default 500. */
  readonly feeRateMax?: number | undefined;
  /**
   * Coins that are never spent, `txid:vout` each, as those that carry inscriptions: plain transfers
   * take others, and a step that spends one is an unknown effect. Default: none.
   */
  readonly leaveAlone?: readonly string[] | undefined;
}

const bitcoinChainId = 8_253_038;
const pollIntervalMs = 5_000;
const highestFee = 1_000_000n;
const highestFeeRate = 500;

/**
 * Performs Bitcoin items with a wallet: says exactly what the transaction of a PSBT does, has it
 * signed, checks that signatures are all that was added, sends it, and waits until a block holds
 * it.
 *
 * @throws PortageError `INVALID_CONFIGURATION` for a coin to leave alone that is none; later
 *   `WALLET_REJECTED`, `WALLET_ERROR`, `INSUFFICIENT_FUNDS`,
 *   `TRANSACTION_REVERTED`, `TRANSACTION_CANCELLED`, `TRANSACTION_ALTERED`, `RPC_HTTP_ERROR`
 * @example
 * ```ts
 * const url = 'https://esplora.example/api';
 * await execute(client, {
 *   quote,
 *   request,
 *   minAmountOut,
 *   executors: [createBitcoinExecutor({ wallet, network: 'mainnet', url })],
 * });
 * ```
 */
export function createBitcoinExecutor(options: BitcoinExecutorOptions): Executor {
  checkOptions(options, ['wallet', 'network', 'url']);
  const { wallet, network, url, confirmations = 1, leaveAlone = [] } = options;
  const { chainId = bitcoinChainId, pollMs = pollIntervalMs } = options;
  const { feeMax = highestFee, feeRateMax = highestFeeRate } = options;
  const codec = createBitcoinCodec(network);
  const esplora = createEsplora(url);
  const sent = createSentTransactions();
  /** PSBTs of plain transfers by the ids of what was sent. */
  const transfers = new Map<string, string>();
  const kept = readKeptCoins(leaveAlone);
  const effectsContext = { chainId, network, feeMax, feeRateMax, kept };
  const sendContext = { chainId, network, wallet, esplora, sent, kept };
  return defineExecutor({
    vm: 'bvm',
    codec,
    address: async () => {
      try {
        return codec.normalizeAddress(await wallet.address());
      } catch (error) {
        throw walletError(error);
      }
    },
    read: (item) => {
      const data = readItem(item);
      return (data?.chainId ?? chainId) === chainId ? data : undefined;
    },
    effects: (data, { id }) =>
      data.type === 'psbt'
        ? transactionEffects(effectsContext, { psbt: data.psbt, isSend: id === 'send' })
        : transferEffects(data, effectsContext),
    submit: async (data, context) => {
      if (data.type === 'psbt') return sendTransaction(sendContext, data.psbt, context);
      const psbt = await createTransfer(sendContext, data, context.signal);
      checkTransfer(psbt, data, effectsContext);
      const submission = await sendTransaction(sendContext, psbt, context);
      if (submission.type === 'transaction') transfers.set(submission.txId, psbt);
      return submission;
    },
    isKnown: async (submission, { signal }) =>
      submission.type === 'transaction' && !(await isForgotten(esplora, submission.txId, signal)),
    signDigest: (digest) => signDigest(wallet, digest),
    confirm: async (submission, context, data) => {
      if (submission.type !== 'transaction') return;
      const { txId, comparison } = submission;
      const hex = data.type === 'psbt' ? data.psbt : transfers.get(txId);
      const psbt = hex === undefined ? undefined : readPsbt(hex, network);
      // What was put together here from signatures was compared before it was sent.
      const isCompared = comparison === 'same' || sent.find(txId) !== undefined;
      const outputs = psbt?.outputs ?? outputsOf(data, network);
      const verified = { txId, outputs, payer: psbt?.inputs[0]?.script };
      const compared = isCompared ? undefined : () => readBack(esplora, verified, context.signal);
      await confirmTransaction(
        { esplora, pollMs, confirmations, sent, readBack: compared },
        { txId, psbt },
        context,
      );
    },
  });
}

/** Outputs that a plain transfer must have. */
function outputsOf(data: BitcoinTransactionData, network: BitcoinNetwork): readonly Output[] {
  return data.type === 'psbt' ? [] : [{ script: scriptOf(data.to, network), value: data.value }];
}
