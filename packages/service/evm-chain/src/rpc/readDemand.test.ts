import { describe, expect, it } from 'vitest';
import { readDemand } from './readDemand.js';

describe('readDemand', () => {
  it.each([
    [
      'bor on Polygon, whose least tip is 25 gwei',
      'transaction gas price below minimum: gas tip cap 15000000000, minimum needed 25000000000',
      { tip: 25_000_000_000n },
    ],
    [
      'bsc in older words',
      'transaction underpriced: tip needed 3000000000, tip permitted 1000000',
      { tip: 3_000_000_000n },
    ],
    [
      'reth',
      'transaction priority fee below minimum required priority fee 1000000',
      { tip: 1_000_000n },
    ],
    [
      'Nethermind, for a tip',
      'FeeTooLow, EffectivePriorityFeePerGas too low 10 < 20, BaseFee: 30',
      { tip: 20n },
    ],
    [
      'Nethermind, for the whole',
      'FeeTooLow, MaxFeePerGas too low. MaxFeePerGas: 50, BaseFee: 100, MaxPriorityFeePerGas:200, Block number: 5',
      { price: 100n },
    ],
    [
      'geth and Nitro',
      'max fee per gas less than block base fee: address 0x33…, maxFeePerGas: 5, baseFee: 7',
      { price: 7n },
    ],
    [
      'a rollup',
      'gas price too low: 18000000000 wei, use at least tx.gasPrice = 19500000000 wei',
      { price: 19_500_000_000n },
    ],
    [
      'a relay',
      "Gas price '218' is below configured minimum gas price '1140000000000'",
      { price: 1_140_000_000_000n },
    ],
    ['a node that names no figure', 'transaction underpriced', {}],
    ['no words', '', {}],
  ])('reads the words of %s', (_, message, demand) => {
    expect(readDemand(message)).toEqual(demand);
  });
});
