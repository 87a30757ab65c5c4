import { script as scripts } from 'bitcoinjs-lib';
import type { Coin } from '../chain/coins.js';
import type { Policy } from '../parameters.js';
import { require } from '../reject.js';
import { scriptKind } from '../script/scriptKind.js';
import type { Tx, TxOutput } from '../transaction/readTransaction.js';

const weightMax = 400_000;
const strippedBytesMin = 65;
const inputScriptBytesMax = 1_650;
/** Rate at which an output must be worth its own spending, satoshis a kilobyte. */
const dustSatPerKvb = 3_000n;

/** Checks what nodes relay beyond what they must accept in blocks. @throws Reject */
export function checkStandard(tx: Tx, { dataCarrierBytes }: Policy): void {
  require([1, 2, 3].includes(tx.raw.version), 'version');
  require(tx.weight <= weightMax, 'tx-size');
  require(tx.raw.byteLength(false) >= strippedBytesMin, 'tx-size-small');
  for (const { script } of tx.inputs) {
    require(script.length <= inputScriptBytesMax, 'scriptsig-size');
    const chunks = scripts.decompile(script);
    require(chunks !== null && scripts.isPushOnly(chunks), 'scriptsig-not-pushonly');
  }
  let data = 0;
  for (const output of tx.outputs) {
    const kind = scriptKind(output.script);
    require(kind !== 'unknown', 'scriptpubkey');
    if (kind === 'op_return') data += output.script.length;
    require(data <= dataCarrierBytes, 'datacarrier');
    require(output.value >= dustLimit(output), 'dust');
  }
}

/** Checks that this node can run the scripts of the inputs. @throws Reject */
export function checkStandardInputs(coins: readonly Coin[]): void {
  for (const { script } of coins)
    require(scriptKind(script) !== 'unknown', 'bad-txns-nonstandard-inputs');
}

/** Least value of an output, satoshis. */
export function dustLimit({ script }: Pick<TxOutput, 'script'>): bigint {
  const kind = scriptKind(script);
  if (kind === 'op_return') return 0n;
  const isWitness = kind === 'v0_p2wpkh' || kind === 'v0_p2wsh' || kind === 'v1_p2tr';
  // Value, length and script; then the input that spends it: a quarter of its signature for a
  // witness.
  const size = 8 + 1 + script.length + (isWitness ? 32 + 4 + 1 + 26 + 4 : 32 + 4 + 1 + 107 + 4);
  return (dustSatPerKvb * BigInt(size)) / 1000n;
}
