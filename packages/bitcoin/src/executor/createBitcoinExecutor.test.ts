import { waitMsMax } from '@portage/testing';
import { isPortageError } from '@portage/core';
import { Psbt, Transaction } from 'bitcoinjs-lib';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import { depositOf, kinds, payerKey, type DepositParts } from '../../test/signing.js';
import { createBitcoinExecutor, keyWallet, type BitcoinWallet } from '../index.js';
import { scriptKind, transactionWeight } from '../transaction/index.js';

type Answers = (method: string, path: string, body: string) => readonly [number, string];

let server: Server | undefined;
afterEach(() => server?.close());

/** An endpoint that answers as told, on a port of its own. */
async function serve(answers: Answers): Promise<string> {
  const opened = createServer((request, response) => {
    let body = '';
    request.on('data', (piece: Buffer) => (body += piece.toString()));
    request.on('end', () => {
      const [status, text] = answers(request.method ?? '', request.url ?? '', body);
      response.writeHead(status).end(text);
    });
  });
  server = opened;
  await new Promise<void>((resolve) => opened.listen(0, '127.0.0.1', resolve));
  // A server on a port has an address of this kind.
  return `http://127.0.0.1:${String((opened.address() as AddressInfo).port)}/`;
}

/** A chain that shows previous transactions and takes everything. */
const chainOf =
  ({ coins }: DepositParts, sent: string[], more?: Answers): Answers =>
  (method, path, body) => {
    const coin = coins.find(({ txId }) => path === `/tx/${txId}/hex`);
    if (coin !== undefined) return [200, Buffer.from(coin.previous ?? []).toString('hex')];
    const other = more?.(method, path, body);
    if (other !== undefined && other[0] !== 0) return other;
    if (method === 'POST' && path === '/tx') {
      sent.push(body);
      return [200, Transaction.fromHex(body).getId()];
    }
    if (path.endsWith('/status')) return [200, '{"confirmed":true,"block_height":7}'];
    return [404, 'not found'];
  };

const step = { id: 'deposit', action: '', description: '', kind: 'transaction' } as const;

/** Options of an executor in these tests. */
interface TaskOptions {
  readonly parts: DepositParts;
  readonly answers: Answers;
  readonly wallet?: BitcoinWallet;
}

async function taskOf({ parts, answers, wallet }: TaskOptions) {
  const url = await serve(answers);
  const executor = createBitcoinExecutor({
    wallet: wallet ?? keyWallet(payerKey, 'regtest', parts.kind),
    network: 'regtest',
    url,
    pollMs: 1,
  });
  const item = { status: 'incomplete' as const, data: { psbt: parts.psbt, chainId: 8253038 } };
  const task = executor.claim(item, { ...step, items: [item] });
  if (task?.confirm === undefined) throw new Error('the item was not claimed');
  const replaced: string[] = [];
  const compared: string[] = [];
  const context = {
    onCompared: (comparison: string) => void compared.push(comparison),
    signal: AbortSignal.timeout(waitMsMax),
    onReplaced: (txId: string) => void replaced.push(txId),
  };
  return {
    replaced,
    compared,
    submit: () => task.submit(context),
    run: async () => {
      const submission = await task.submit(context);
      await task.confirm?.(submission, context);
      return submission;
    },
  };
}

describe('a deposit', () => {
  it.each(kinds)('from an address of %s is signed, sent and awaited', async (kind) => {
    const parts = await depositOf(kind);
    const sent: string[] = [];
    const { run } = await taskOf({ parts, answers: chainOf(parts, sent) });
    const submission = await run();
    const transaction = Transaction.fromHex(sent[0] ?? '');
    expect(submission).toEqual({
      type: 'transaction',
      chainId: 8253038,
      txId: transaction.getId(),
    });
    expect(transaction.outs.map(({ value }) => value)).toEqual([60_000n, 0n, 39_000n]);
    const most = transactionWeight(
      parts.coins.map(({ script }) => scriptKind(script) ?? 'p2wpkh'),
      parts.outputs.map(({ script }) => script),
    );
    expect(transaction.weight()).toBeLessThanOrEqual(most);
    expect(transaction.weight()).toBeGreaterThan(most - 20);
  });

  it('that the node has already is no error', async () => {
    const parts = await depositOf('p2wpkh');
    const posted: string[] = [];
    const answers = chainOf(parts, [], (method, _, body) => {
      if (method !== 'POST') return [0, ''];
      posted.push(body);
      return [400, 'sendrawtransaction RPC error: txn-already-in-mempool'];
    });
    const submission = await (await taskOf({ parts, answers })).run();
    // It is sent once, and awaited by its own id.
    expect(posted).toHaveLength(1);
    const txId = Transaction.fromHex(posted[0] ?? '').getId();
    expect(submission).toEqual({ type: 'transaction', chainId: 8253038, txId });
  });

  it('whose coins are spent is refused', async () => {
    const parts = await depositOf('p2wpkh');
    const answers = chainOf(parts, [], (method) =>
      method === 'POST' ? [400, 'bad-txns-inputs-missingorspent'] : [0, ''],
    );
    const { submit } = await taskOf({ parts, answers });
    await expect(submit()).rejects.toSatisfy((error) =>
      isPortageError(error, 'TRANSACTION_REVERTED'),
    );
  });

  it('whose coins are worth something else is not signed', async () => {
    const honest = await depositOf('p2wpkh');
    const psbt = Psbt.fromHex(honest.psbt);
    const input = psbt.data.inputs[0];
    if (input?.witnessUtxo !== undefined) input.witnessUtxo.value = 49_000n;
    const parts = { ...honest, psbt: psbt.toHex() };
    const { submit } = await taskOf({ parts, answers: chainOf(parts, []) });
    await expect(submit()).rejects.toThrow(/false value/);
  });
});

describe('a wallet', () => {
  const real = keyWallet(payerKey, 'regtest', 'p2wpkh');
  const signedBy = async (change: (psbt: Psbt) => unknown): Promise<BitcoinWallet> =>
    Promise.resolve({
      address: () => real.address(),
      signPsbt: async (request) => {
        const psbt = Psbt.fromHex(request.psbt);
        change(psbt);
        return real.signPsbt({ ...request, psbt: psbt.toHex() });
      },
    });

  it.each<[string, Promise<BitcoinWallet> | BitcoinWallet, string]>([
    ['that changed the lock time', signedBy((psbt) => psbt.setLocktime(5)), 'WALLET_ERROR'],
    ['of another address', keyWallet(new Uint8Array(32).fill(8), 'regtest'), 'WALLET_ERROR'],
    [
      'that signs for another value',
      signedBy((psbt) => {
        const input = psbt.data.inputs[0];
        if (input?.witnessUtxo !== undefined) input.witnessUtxo.value = 1n;
      }),
      'WALLET_ERROR',
    ],
    [
      'that signed nothing',
      { address: () => real.address(), signPsbt: ({ psbt }) => Promise.resolve(psbt) },
      'WALLET_ERROR',
    ],
    [
      'whose owner declined',
      {
        address: () => real.address(),
        // Wallets throw plain objects.
        // oxlint-disable-next-line typescript/prefer-promise-reject-errors
        signPsbt: () => Promise.reject({ code: 4001, message: 'User rejected the request.' }),
      },
      'WALLET_REJECTED',
    ],
  ])('%s sends nothing', async (_, wallet, code) => {
    const parts = await depositOf('p2wpkh');
    const sent: string[] = [];
    const { submit } = await taskOf({ parts, answers: chainOf(parts, sent), wallet: await wallet });
    await expect(submit()).rejects.toMatchObject({ code });
    expect(sent).toEqual([]);
  });
});

describe('a wallet that signs and sends', () => {
  const sentId = 'dd'.repeat(32);
  const wallet: BitcoinWallet = {
    ...keyWallet(payerKey, 'regtest', 'p2wpkh'),
    sendPsbt: () => Promise.resolve(sentId),
  };
  /** Chain that shows what the wallet sent, with these amounts in place of those verified. */
  const showing = (
    parts: DepositParts,
    values: readonly (number | undefined)[],
    after = 0,
  ): Answers => {
    let asked = 0;
    const vout = parts.outputs.map(({ script, value }, place) => ({
      scriptpubkey: Buffer.from(script).toString('hex'),
      value: values[place] ?? Number(value),
    }));
    return chainOf(parts, [], (_, path) => {
      if (path !== `/tx/${sentId}`) return [0, ''];
      asked += 1;
      return asked > after ? [200, JSON.stringify({ vout: vout.toReversed() })] : [404, ''];
    });
  };

  it.each([
    ['the same payments, with another fee', [undefined, undefined, 38_000], 0, ['same']],
    ['what the endpoint shows late', [], 3, ['same']],
    ['what the endpoint never shows', [], 1_000, ['unclear']],
  ])('is compared: %s', async (_, values, after, words) => {
    const parts = await depositOf('p2wpkh');
    const { run, compared } = await taskOf({
      parts,
      wallet,
      answers: showing(parts, values, after),
    });
    expect(await run()).toMatchObject({ txId: sentId });
    expect(compared).toEqual(words);
  });

  it('is compared: another payment is said at once', async () => {
    const parts = await depositOf('p2wpkh');
    const { run } = await taskOf({ parts, wallet, answers: showing(parts, [59_999]) });
    await expect(run()).rejects.toMatchObject({
      code: 'TRANSACTION_ALTERED',
      context: { txId: sentId, differences: [{ member: 'list of payments' }] },
    });
  });

  it('has to answer with the id of a transaction', async () => {
    const parts = await depositOf('p2wpkh');
    const odd = { ...wallet, sendPsbt: () => Promise.resolve('sent') };
    const { submit } = await taskOf({ parts, wallet: odd, answers: showing(parts, []) });
    await expect(submit()).rejects.toMatchObject({ code: 'WALLET_ERROR' });
  });
});

describe('a replacement', () => {
  const rivalId = 'ee'.repeat(32);
  const answersWith = (parts: DepositParts, paid: number): Answers => {
    const outputs = parts.outputs.map(({ script, value }, place) => ({
      scriptpubkey: Buffer.from(script).toString('hex'),
      value: place === 0 ? paid : place === 2 ? 30_000 : Number(value),
    }));
    return chainOf(parts, [], (_, path) => {
      if (path === `/tx/${rivalId}`) return [200, JSON.stringify({ vout: outputs })];
      if (path === `/tx/${rivalId}/status`) return [200, '{"confirmed":true,"block_height":8}'];
      if (path.endsWith('/status')) return [404, 'not found'];
      if (path.includes('/outspend/'))
        return [
          200,
          JSON.stringify({
            spent: true,
            txid: rivalId,
            status: { confirmed: true, block_height: 8 },
          }),
        ];
      return [0, ''];
    });
  };

  it('with the same payments is awaited instead', async () => {
    const parts = await depositOf('p2wpkh');
    const { run, replaced } = await taskOf({ parts, answers: answersWith(parts, 60_000) });
    await run();
    expect(replaced).toEqual([rivalId]);
  });

  it('that pays something else cancelled it', async () => {
    const parts = await depositOf('p2wpkh');
    const { run } = await taskOf({ parts, answers: answersWith(parts, 59_999) });
    await expect(run()).rejects.toMatchObject({ code: 'TRANSACTION_CANCELLED' });
  });
});

describe('an endpoint', () => {
  const submitWith = async (status: number, text = ''): Promise<unknown> => {
    const parts = await depositOf('p2wpkh');
    const answers = chainOf(parts, [], (method) => (method === 'POST' ? [status, text] : [0, '']));
    const { submit } = await taskOf({ parts, answers });
    return submit();
  };

  it.each([401, 403, 404, 413, 451])(
    'that lets nobody in (%i) is not a node that refuses the transaction',
    async (status) => {
      await expect(submitWith(status, '<html>Denied</html>')).rejects.toMatchObject({
        code: 'RPC_HTTP_ERROR',
        context: { status },
      });
    },
  );

  it.each([
    ['too much to do', 429],
    ['no node', 503],
  ])('with %s leaves the transaction to be sent again', async (_, status) => {
    await expect(submitWith(status)).resolves.toMatchObject({ type: 'transaction' });
  });

  it('is sent a transaction that it answered nothing about until it has it', async () => {
    const parts = await depositOf('p2wpkh');
    const sent: string[] = [];
    let posts = 0;
    const answers = chainOf(parts, sent, (method, path) => {
      if (method === 'POST') return ++posts < 3 ? [429, ''] : [0, ''];
      return path.endsWith('/status') && sent.length === 0 ? [200, '{"confirmed":false}'] : [0, ''];
    });
    await (await taskOf({ parts, answers })).run();
    expect(posts).toBe(3);
    expect(sent).toHaveLength(1);
  });

  it('whose answers are too long is not read to their end', async () => {
    const parts = await depositOf('p2wpkh');
    const { submit } = await taskOf({ parts, answers: () => [200, '0'.repeat(16_000_001)] });
    await expect(submit()).rejects.toMatchObject({ code: 'RPC_HTTP_ERROR' });
  });
});
