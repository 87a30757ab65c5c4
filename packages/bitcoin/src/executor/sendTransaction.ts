import { PortageError } from '@portage/core';
import { checkAborted, type Submission, type TaskContext } from '@portage/core/executor';
import { scriptOf } from '../address/address.js';
import { isSameBytes } from '../address/isSameBytes.js';
import type { BitcoinNetwork } from '../address/networks.js';
import { walletError } from '../errors/walletError.js';
import type { Esplora } from '../esplora/createEsplora.js';
import { inspectPsbt, parsePsbt, type ReadPsbt } from '../transaction/readPsbt.js';
import type { BitcoinWallet, SigningRequest } from '../wallet/bitcoinWallet.js';
import { broadcast, denial, refusal } from './broadcast.js';
import { checkValues } from './checkValues.js';
import { finalize } from './finalize.js';
import type { SentTransactions } from './createSentTransactions.js';

/** Wallet, endpoint and sent transactions that a step is sent with. */
export interface SendContext {
  readonly chainId: number;
  readonly network: BitcoinNetwork;
  readonly wallet: BitcoinWallet;
  readonly esplora: Esplora;
  readonly sent: SentTransactions;
}

/** Has the transaction of a PSBT signed, and sends it. */
export async function sendTransaction(
  { chainId, network, wallet, esplora, sent }: SendContext,
  hex: string,
  { signal }: TaskContext,
): Promise<Submission> {
  const inspected = inspectPsbt(hex, network);
  const psbt = parsePsbt(hex);
  if (inspected.fault !== undefined || psbt === undefined)
    throw new PortageError('WALLET_ERROR', {
      message: `The step holds ${inspected.fault ?? 'no PSBT'}.`,
    });
  // The wallet gets the bytes that were read, and none that the reading passed over.
  const asked = psbt.toHex();
  const { inputs } = inspected.psbt;
  const address = await askWallet(() => wallet.address());
  checkOwner(inspected.psbt, address, network);
  await checkValues(esplora, inputs, signal);
  checkAborted(signal);
  const request = { psbt: asked, address, inputs: inputs.length };
  if (wallet.sendPsbt !== undefined)
    return { type: 'transaction', chainId, txId: await sendByWallet(wallet, request) };
  const signed = await askWallet(() => wallet.signPsbt(request));
  const transaction = finalize({ asked, signed, inputs });
  const { txId } = transaction;
  const outcome = await broadcast(esplora, transaction, signal);
  if (outcome.type === 'refused') throw refusal(outcome.reason, txId);
  if (outcome.type === 'denied') throw denial(outcome.status, txId);
  // Bytes without an answer may have arrived: they are sent again while they are awaited.
  sent.add(transaction);
  return { type: 'transaction', chainId, txId };
}

/** Id of the transaction that a wallet has sent by itself. */
async function sendByWallet(wallet: BitcoinWallet, request: SigningRequest): Promise<string> {
  const txId = await askWallet(async () => await wallet.sendPsbt?.(request));
  if (typeof txId === 'string' && /^[0-9a-f]{64}$/i.test(txId)) return txId.toLowerCase();
  throw new PortageError('WALLET_ERROR', {
    message: 'The wallet answered without the id of a transaction.',
    hint: 'Look into the wallet whether it sent the payment.',
  });
}

async function askWallet<Answer>(ask: () => Promise<Answer>): Promise<Answer> {
  try {
    return await ask();
  } catch (error) {
    throw walletError(error);
  }
}

/** All inputs must be the wallet's own. */
function checkOwner({ inputs }: ReadPsbt, address: string, network: BitcoinNetwork): void {
  const script = scriptOf(address, network);
  if (!inputs.every((input) => isSameBytes(input.script, script)))
    throw new PortageError('WALLET_ERROR', {
      message: `The step spends coins of another address than the wallet's, ${address}.`,
      hint: 'Choose the address in the wallet that the quote was asked for.',
    });
}
