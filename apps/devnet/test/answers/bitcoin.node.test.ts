import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { bitcoinChain, bitcoinDevnetChain, createDevnet, type Devnet } from '../../src/index.js';
import { signTransfer, type OwnCoin } from '../../src/bitcoin/control/signTransfer.js';
import { deriveBitcoinKeys } from '../../src/bitcoin/keys/deriveBitcoinKeys.js';
import { hex } from '../../src/bitcoin/transaction/hashes.js';
import type { Tx } from '../../src/bitcoin/transaction/readTransaction.js';
import { judge } from './judge.js';
import { fill, readAnswers, type NodeAnswer } from './readAnswers.js';

/** The devnet's Bitcoin node and its Esplora answer in the forms of real ones. */
const core = readAnswers('bitcoin');
const esplora = readAnswers('esplora');
const { users, roles } = deriveBitcoinKeys(2);
const { solver } = roles;
const payee = users[0]!.script;
const coinSchema = z.array(z.object({ txid: z.string(), vout: z.number(), value: z.number() }));

let devnet: Devnet;
let rpcUrl: string;
let esploraUrl: string;
/** Values that the requests name; each node gets transactions of its own to take. */
let values: ReadonlyMap<string, unknown>;

beforeAll(async () => {
  devnet = await createDevnet({
    chains: [bitcoinDevnetChain],
    ports: [0],
    controlPort: 0,
    bitcoin: { blockMs: 0 },
  });
  ({ rpcUrl, esploraUrl } = bitcoinChain(devnet.description));
  values = await prepareValues();
});
afterAll(async () => {
  await devnet.close();
});

async function post(method: string, params: readonly unknown[]) {
  const body = JSON.stringify({ jsonrpc: '1.0', id: 1, method, params });
  const response = await fetch(rpcUrl, { method: 'POST', body });
  return { status: response.status, body: (await response.json()) as { result: unknown } };
}

function pay(coin: OwnCoin, fee: bigint): Tx {
  return signTransfer([coin], [{ script: payee, value: coin.value - fee }]);
}

async function prepareValues(): Promise<ReadonlyMap<string, unknown>> {
  const list: unknown = await (await fetch(`${esploraUrl}/address/${solver.address}/utxo`)).json();
  const coins = coinSchema
    .parse(list)
    .map(({ txid, vout, value }): OwnCoin => ({
      txId: txid,
      vout,
      key: solver,
      value: BigInt(value),
    }));
  const [first, second, third, fourth, fifth] = coins;
  const mined = pay(first!, 5_000n);
  await post('sendrawtransaction', [hex(mined.bytes)]);
  await devnet.bitcoin().mine(1);
  const { body } = await post('getbestblockhash', []);
  const block = z.string().parse(body.result);
  await devnet.bitcoin().mine(1);
  const waiting = pay(second!, 5_000n);
  await post('sendrawtransaction', [hex(waiting.bytes)]);
  const nowhere = 'ab'.repeat(32);
  return new Map<string, unknown>([
    ['block', block],
    ['mined', mined.id],
    ['minedHex', hex(mined.bytes)],
    ['waiting', waiting.id],
    ['address', solver.address],
    ['nothing', nowhere],
    ['good', hex(pay(third!, 5_000n).bytes)],
    ['goodToo', hex(pay(fourth!, 5_000n).bytes)],
    ['cheap', hex(pay(fifth!, 1n).bytes)],
    ['orphan', hex(pay({ ...third!, txId: nowhere }, 5_000n).bytes)],
  ]);
}

const valuesOf = (params: readonly unknown[]): readonly unknown[] =>
  fill(params, (name) => values.get(name)) as unknown[];

describe(core.node, () => {
  test.each(core.answers)('$method: $name', async (answer) => {
    const { status, body } = await post(answer.method, valuesOf(answer.params));
    expect(judge(answer, body, core)).toEqual([]);
    expect(status).toBe(answer.status ?? 200);
  });
});

describe(esplora.node, () => {
  test.each(esplora.answers)('$method $params: $name', async (answer) => {
    const { status, result } = await ask(answer);
    expect(judge(answer, { result }, esplora)).toEqual([]);
    expect(status).toBe(answer.status ?? 200);
  });
});

/** The parts of a path follow each other; a POST has its body last. */
async function ask({ method, params }: NodeAnswer): Promise<{ status: number; result: unknown }> {
  const parts = valuesOf(params).map(String);
  const path = method === 'POST' ? parts[0]! : parts.join('');
  const sent = method === 'POST' ? { method, body: parts[1]! } : { method };
  const response = await fetch(`${esploraUrl}${path}`, sent);
  const text = await response.text();
  try {
    return { status: response.status, result: JSON.parse(text) as unknown };
  } catch {
    return { status: response.status, result: text };
  }
}
