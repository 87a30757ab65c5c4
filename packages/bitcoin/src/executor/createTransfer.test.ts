import { waitMsMax } from '@portage/testing';
import { describe, expect, it } from 'vitest';
import { payerKey, vault } from '../../test/signing.js';
import { readPsbt } from '../transaction/readPsbt.js';
import { keyWallet } from '../wallet/keyWallet.js';
import { createBitcoinExecutor } from './createBitcoinExecutor.js';
import { createTransfer } from './createTransfer.js';
import { readKeptCoins } from './keptCoins.js';

const network = 'regtest';
const wallet = keyWallet(payerKey, network);
const idOf = (place: number): string => (place + 1).toString(16).padStart(64, '0');

/** Coins of the wallet in blocks, and what is never spent of them, by their places. */
interface Held {
  readonly values: readonly number[];
  readonly kept?: readonly number[];
}

/** Values of the coins that a transfer spends. */
async function spentFor(value: bigint, { values, kept = [] }: Held): Promise<readonly bigint[]> {
  const coins = values.map((each, place) => ({
    txid: idOf(place),
    vout: 0,
    value: each,
    status: { confirmed: true },
  }));
  const psbt = await createTransfer(
    {
      network,
      wallet,
      esplora: {
        get: (path: string) =>
          Promise.resolve({
            status: 200,
            text: path === '/fee-estimates' ? '{"2":2}' : JSON.stringify(coins),
          }),
      } as never, // Nothing else is asked.
      kept: readKeptCoins(kept.map((place) => `${idOf(place).toUpperCase()}:0`)),
    },
    { type: 'transfer', to: vault, value, chainId: undefined },
    AbortSignal.timeout(waitMsMax),
  );
  return readPsbt(psbt, network)?.inputs.map((input) => input.value) ?? [];
}

describe('coins of a plain transfer', () => {
  it.each([
    [
      'the smallest that is enough alone',
      20_000n,
      { values: [546, 900_000, 30_000, 50_000] },
      [30_000n],
    ],
    [
      'the largest where none is',
      900_000n,
      { values: [546, 800_000, 300_000, 50_000] },
      [800_000n, 300_000n],
    ],
    [
      'never one that is to be left alone',
      20_000n,
      { values: [30_000, 50_000, 60_000], kept: [0, 1] },
      [60_000n],
    ],
  ] as const)('are %s', async (_, value, held, spent) => {
    expect(await spentFor(value, held)).toEqual(spent);
  });

  it('are not there where all others are left alone', async () => {
    await expect(spentFor(20_000n, { values: [546, 900_000], kept: [1] })).rejects.toMatchObject({
      code: 'INSUFFICIENT_FUNDS',
    });
  });
});

it.each(['', 'abc', idOf(1), `${idOf(1)}:x`, `${idOf(1)}:01`])(
  'a coin to leave alone is understood or refused: %o',
  (outpoint) => {
    expect(() =>
      createBitcoinExecutor({ wallet, network, url: 'http://127.0.0.1:1', leaveAlone: [outpoint] }),
    ).toThrow(expect.objectContaining({ code: 'INVALID_CONFIGURATION' }));
  },
);
