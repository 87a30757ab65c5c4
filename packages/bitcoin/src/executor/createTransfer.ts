import { hexToBytes, PortageError } from '@portage/core';
import { scriptOf } from '../address/address.js';
import { scriptKind, type ScriptKind } from '../address/scriptKind.js';
import { walletError } from '../errors/walletError.js';
import type { Esplora } from '../esplora/createEsplora.js';
import { readCoins, readFeeRate, type ToldCoin } from '../esplora/readCoins.js';
import { createPsbt, type Coin, type Output } from '../transaction/createPsbt.js';
import { outputOf } from '../transaction/readPsbt.js';
import { dustLimit, transactionWeight, virtualSize } from '../transaction/weight.js';
import { isKept, type KeptCoins } from './keptCoins.js';
import type { TransferData } from './readItem.js';
import type { SendContext } from './sendTransaction.js';

/** Least rate that nodes pass on, satoshi for a virtual byte. */
const leastRate = 1;
/** Coins of one transfer at most. */
const coinsMax = 100;

/** Network, wallet and endpoint of a plain transfer, and the coins that it must not spend. */
export interface TransferContext extends Pick<SendContext, 'network' | 'wallet' | 'esplora'> {
  /** Coins of the wallet that are left alone. */
  readonly kept: KeptCoins;
}

/**
 * Transaction of a plain transfer as a PSBT: one output for the recipient, change for the payer,
 * and coins of the wallet's own address, those in blocks first.
 *
 * @throws PortageError `INSUFFICIENT_FUNDS`, `RPC_HTTP_ERROR`, `WALLET_ERROR`, `INVALID_ADDRESS`
 */
export async function createTransfer(
  { network, wallet, esplora, kept }: TransferContext,
  { to, value }: TransferData,
  signal: AbortSignal,
): Promise<string> {
  const { payer, publicKey } = await readWallet(wallet);
  const script = scriptOf(payer, network);
  const kind = scriptKind(script) ?? 'p2wpkh';
  const [coins, rate] = await Promise.all([
    ask(esplora, `/address/${payer}/utxo`, signal).then(readCoins),
    ask(esplora, '/fee-estimates', signal).then(readFeeRate),
  ]);
  if (coins === undefined) throw malformed('the coins of the wallet');
  // Test networks have blocks without competition for their space.
  if (rate === undefined && network === 'mainnet') throw malformed('a fee rate');
  const paid: Output = { script: scriptOf(to, network), value };
  const free = coins.filter((coin) => !isKept(kept, coin));
  const chosen = choose(free, { paid, change: script, kind, rate: rate ?? leastRate });
  const inputs: Coin[] = [];
  for (const coin of chosen.coins)
    inputs.push(await completeCoin(esplora, { coin, script, kind }, signal));
  return createPsbt({
    coins: inputs,
    outputs: chosen.outputs,
    network,
    ...(publicKey === undefined ? {} : { publicKey }),
  });
}

async function readWallet(
  wallet: SendContext['wallet'],
): Promise<{ readonly payer: string; readonly publicKey: Uint8Array | undefined }> {
  try {
    const payer = await wallet.address();
    const key = await wallet.publicKey?.();
    return { payer, publicKey: key === undefined ? undefined : hexToBytes(`0x${key}`) };
  } catch (error) {
    throw walletError(error);
  }
}

/** Payment that coins are chosen for. */
interface Choice {
  readonly paid: Output;
  /** Script of the payer, which has the change. */
  readonly change: Uint8Array;
  readonly kind: ScriptKind;
  /** Satoshi for a virtual byte. */
  readonly rate: number;
}

/**
 * Coins and outputs: the smallest coin in a block that is enough, so that large ones stay whole and
 * small ones are not gathered; or else the largest, those in blocks before the others.
 */
function choose(
  coins: readonly ToldCoin[],
  { paid, change, kind, rate }: Choice,
): { readonly coins: readonly ToldCoin[]; readonly outputs: readonly Output[] } {
  const sorted = [...coins].sort((one, other) =>
    one.isConfirmed === other.isConfirmed
      ? Number(other.value - one.value)
      : Number(other.isConfirmed) - Number(one.isConfirmed),
  );
  const feeOf = (count: number, outputs: readonly Output[]): bigint =>
    BigInt(
      Math.ceil(
        Math.max(rate, leastRate) *
          virtualSize(
            transactionWeight(
              Array.from({ length: count }, () => kind),
              outputs.map(({ script }) => script),
            ),
          ),
      ),
    );
  const enough = paid.value + feeOf(1, [paid, { script: change, value: 0n }]) + dustLimit(change);
  const alone = [...sorted]
    .reverse()
    .find(({ isConfirmed, value }) => isConfirmed && value >= enough);
  const order = alone === undefined ? sorted : [alone];
  let held = 0n;
  for (const [index, coin] of order.slice(0, coinsMax).entries()) {
    held += coin.value;
    const taken = order.slice(0, index + 1);
    const rest = held - paid.value - feeOf(taken.length, [paid, { script: change, value: 0n }]);
    if (rest >= dustLimit(change))
      return { coins: taken, outputs: [paid, { script: change, value: rest }] };
    // Change that would be dust is left to the fee.
    if (held >= paid.value + feeOf(taken.length, [paid])) return { coins: taken, outputs: [paid] };
  }
  throw new PortageError('INSUFFICIENT_FUNDS', {
    message: 'The coins of the wallet are not worth the amount and the fee.',
    hint: 'Pay from another wallet: anybody may pay the address.',
    context: { held: held.toString(), needed: (paid.value + feeOf(1, [paid])).toString() },
  });
}

/** Coin of the wallet, and its owner. */
interface OwnedCoin {
  readonly coin: ToldCoin;
  readonly script: Uint8Array;
  readonly kind: ScriptKind;
}

/** A coin as wallets want to see it: of P2PKH with its whole transaction. */
async function completeCoin(
  esplora: Esplora,
  { coin: { txId, vout, value }, script, kind }: OwnedCoin,
  signal: AbortSignal,
): Promise<Coin> {
  if (kind !== 'p2pkh') return { txId, vout, value, script };
  const text = (await ask(esplora, `/tx/${txId}/hex`, signal)).trim();
  const previous = /^(?:[0-9a-f]{2})+$/.test(text) ? hexToBytes(`0x${text}`) : new Uint8Array();
  if (outputOf(previous, { txId, vout })?.value !== value)
    throw malformed('the transaction of a coin');
  return { txId, vout, value, script, previous };
}

async function ask(esplora: Esplora, path: string, signal: AbortSignal): Promise<string> {
  const answer = await esplora.get(path, signal).catch(() => undefined);
  if (answer?.status !== 200) throw malformed(path);
  return answer.text;
}

function malformed(what: string): PortageError {
  return new PortageError('RPC_HTTP_ERROR', {
    message: `The chain endpoint does not tell ${what}.`,
    hint: 'Nothing was signed: try again, or choose another endpoint.',
  });
}
