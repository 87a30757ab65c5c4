/**
 * Moves all of one currency from a deposit address to an account, for what the service does not
 * sweep. The keys are read from the files that `PORTAGE_SVM_ADDRESSES_KEY_FILE` and
 * `PAYER_KEY_FILE` name.
 */
import { readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { recoverFunds } from './recoverFunds.js';

const text = { type: 'string' } as const;
const { values } = parseArgs({
  options: { rpc: text, order: text, depositor: text, currency: text, to: text },
});

function required(name: keyof typeof values): string {
  const value = values[name];
  if (value === undefined) throw new Error(`--${name} is needed.`);
  return value;
}

function keyOf(variable: string): string {
  const file = process.env[variable];
  if (file === undefined) throw new Error(`${variable} is needed: the path of a key.`);
  return readFileSync(file, 'utf8').trim();
}

const { address, amount, txId } = await recoverFunds({
  rpcUrl: required('rpc'),
  rootKey: keyOf('PORTAGE_SVM_ADDRESSES_KEY_FILE'),
  payerKey: keyOf('PAYER_KEY_FILE'),
  owner: { orderId: required('order'), depositor: required('depositor') },
  currency: required('currency'),
  to: required('to'),
});
process.stdout.write(`${JSON.stringify({ address, amount: amount.toString(), txId })}\n`);
