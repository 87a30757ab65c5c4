import { scriptKind } from '@portage/bitcoin/transaction';
import { malformedReply } from '@portage/chain-kit';
import { isSameScript } from '../coins/coin.js';
import type { Esplora } from '../esplora/createEsplora.js';
import type { UnspentOutput } from '../esplora/parseAnswer.js';
import type { PayerCoin } from './planDeposit.js';

/** Coins of one payer that are looked at: the largest, those in blocks first. */
const coinsMax = 60;
/** Transactions that are read at the same time. */
const readersMax = 8;

/** Address and script of a payer. */
export interface PayerAccount {
  readonly payer: string;
  readonly script: Uint8Array;
}

/**
 * Coins of a payer by one endpoint. Each is verified by the bytes of the transaction that made it:
 * the endpoint can leave coins out, but not invent any.
 *
 * @throws PortageError `RPC_HTTP_ERROR`
 */
export async function readPayerCoins(
  esplora: Esplora,
  { payer, script }: PayerAccount,
  signal: AbortSignal,
): Promise<readonly PayerCoin[]> {
  const listed = [...(await esplora.unspent(payer, signal))].sort(compareUnspent);
  const chosen = listed.slice(0, coinsMax);
  const coins: PayerCoin[] = [];
  const waiting = chosen.values();
  const readNext = async (): Promise<void> => {
    for (const output of waiting) coins.push(await readCoin(esplora, output, script, signal));
  };
  await Promise.all(Array.from({ length: readersMax }, readNext));
  return coins;
}

/** Coins in blocks first, and the largest of them. */
function compareUnspent(one: UnspentOutput, other: UnspentOutput): number {
  const isSettled = (coin: UnspentOutput): number => (coin.height === undefined ? 1 : 0);
  const order = isSettled(one) - isSettled(other);
  if (order !== 0) return order;
  return one.value > other.value ? -1 : one.value < other.value ? 1 : 0;
}

async function readCoin(
  esplora: Esplora,
  { txId, vout, value, height }: UnspentOutput,
  script: Uint8Array,
  signal: AbortSignal,
): Promise<PayerCoin> {
  const transaction = await esplora.transaction(txId, signal);
  const output = transaction.outs[vout];
  if (output === undefined || output.value !== value || !isSameScript(output.script, script))
    throw malformedReply('coin: its transaction has no such output');
  const coin = { txId, vout, value, script, isConfirmed: height !== undefined };
  // Signatures of P2PKH do not say the value: a wallet wants to see the whole transaction.
  return scriptKind(script) === 'p2pkh' ? { ...coin, previous: transaction.toBuffer() } : coin;
}
