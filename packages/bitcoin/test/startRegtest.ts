import {
  bitcoinChain,
  bitcoinDevnetChain,
  createDevnet,
  type BitcoinControls,
} from '@portage/devnet';
import { Psbt, Transaction } from 'bitcoinjs-lib';
import { keyWallet, type KeyAddressKind } from '../src/index.js';
import { scriptOf, type Coin } from '../src/transaction/index.js';
import { depositOf, payerKey, type DepositOptions, type DepositParts } from './signing.js';

/** Node of Bitcoin's regtest, and what payers do on it. */
export interface Regtest {
  /** Address of the Esplora endpoint. */
  readonly url: string;
  readonly controls: BitcoinControls;
  /** A deposit of the payer out of two new coins of 50,000 satoshi. */
  readonly deposit: (kind: KeyAddressKind, orderId?: string) => Promise<DepositParts>;
  /** Text of an endpoint's answer. */
  readonly read: (path: string) => Promise<string>;
  /** Sends a signed transaction, and returns its id. */
  readonly send: (hex: string) => Promise<string>;
  readonly stop: () => Promise<void>;
}

/** Starts a node that mines on demand. */
export async function startRegtest(): Promise<Regtest> {
  const devnet = await createDevnet({
    chains: [bitcoinDevnetChain],
    ports: [0],
    controlPort: 0,
    bitcoin: { blockMs: 0 },
  });
  const controls = devnet.bitcoin();
  const url = bitcoinChain(devnet.description).esploraUrl;
  const read = async (path: string): Promise<string> => (await fetch(`${url}${path}`)).text();
  const fund = async (address: string): Promise<Coin> => {
    const [txId = ''] = await controls.faucet(address, { native: 50_000n });
    const previous = Buffer.from(await read(`/tx/${txId}/hex`), 'hex');
    const script = scriptOf(address, 'regtest');
    const { outs } = Transaction.fromBuffer(previous);
    const vout = outs.findIndex((output) => Buffer.from(output.script).equals(script));
    return { txId, vout, value: 50_000n, script, previous };
  };
  return {
    url,
    controls,
    read,
    deposit: async (kind, orderId) => {
      const payer = await keyWallet(payerKey, 'regtest', kind).address();
      const coins = [await fund(payer), await fund(payer)];
      return depositOf(kind, { coins, ...(orderId === undefined ? {} : { orderId }) });
    },
    send: async (body) => {
      const answer = await fetch(`${url}/tx`, { method: 'POST', body });
      const text = await answer.text();
      if (!answer.ok) throw new Error(text);
      return text;
    },
    stop: () => devnet.close(),
  };
}

/** Another transaction out of the coins of a deposit, which the payer signed. */
export async function signAgain(
  { kind, coins }: DepositParts,
  options: DepositOptions,
): Promise<string> {
  const { psbt, payer } = await depositOf(kind, { ...options, coins });
  const signed = await keyWallet(payerKey, 'regtest', kind).signPsbt({
    psbt,
    address: payer,
    inputs: coins.length,
  });
  return Psbt.fromHex(signed).finalizeAllInputs().extractTransaction().toHex();
}
