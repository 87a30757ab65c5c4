import { Transaction } from 'bitcoinjs-lib';
import { formatAddress } from '../src/address/address.js';
import { keyWallet, type KeyAddressKind } from '../src/index.js';
import {
  createPsbt,
  orderMarkScript,
  scriptOf,
  type Coin,
  type Output,
} from '../src/transaction/index.js';

/** Key that payers of tests have. */
export const payerKey: Uint8Array = new Uint8Array(32).fill(7);
export const orderId = `0x${'ab'.repeat(32)}`;
export const vault: string = formatAddress(
  { kind: 'p2wpkh', hash: new Uint8Array(20).fill(9) },
  'regtest',
);
export const kinds: readonly KeyAddressKind[] = ['p2pkh', 'p2sh', 'p2wpkh', 'p2tr'];

/** Transaction that pays a script, and the coin that it made. */
export function coinOf(script: Uint8Array, value: bigint, seed = 1): Coin {
  const previous = new Transaction();
  previous.version = 2;
  previous.addInput(new Uint8Array(32).fill(seed), 0);
  previous.addOutput(script, value);
  return { txId: previous.getId(), vout: 0, value, script, previous: previous.toBuffer() };
}

/** Parts of a deposit in tests. */
export interface DepositParts {
  readonly kind: KeyAddressKind;
  readonly coins: readonly Coin[];
  readonly outputs: readonly Output[];
  readonly psbt: string;
  readonly payer: string;
}

/** Other parts of a deposit than those of tests. */
export interface DepositOptions {
  /** Two coins of 50,000 satoshi of the payer; by default coins that no chain has. */
  readonly coins?: readonly Coin[];
  /** Satoshi that the payer gets back; by default 39,000. */
  readonly change?: bigint;
  readonly orderId?: string;
}

/** A deposit of 60,000 satoshi out of two coins of 50,000, with 39,000 of change. */
export async function depositOf(
  kind: KeyAddressKind,
  { coins: given, change = 39_000n, orderId: id = orderId }: DepositOptions = {},
): Promise<DepositParts> {
  const wallet = keyWallet(payerKey, 'regtest', kind);
  const payer = await wallet.address();
  const script = scriptOf(payer, 'regtest');
  const coins = given ?? [coinOf(script, 50_000n, 1), coinOf(script, 50_000n, 2)];
  const outputs = [
    { script: scriptOf(vault, 'regtest'), value: 60_000n },
    { script: orderMarkScript({ orderIds: [id] }, 'text', 'regtest'), value: 0n },
    { script, value: change },
  ];
  const publicKey = Buffer.from((await wallet.publicKey?.()) ?? '', 'hex');
  const psbt = createPsbt({ coins, outputs, network: 'regtest', publicKey });
  return { kind, coins, outputs, psbt, payer };
}
