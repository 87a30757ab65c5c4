import type { NetworkCase } from './networkCase.js';
import { refuse } from './nodeRules.js';
import { refusesFirst, sendings, tipFloor } from './ruleKinds.js';

const gwei = 1_000_000_000n;
/** A refusal that names no fee is tried again after seconds, not with the next block. */
const refusedBlocksMax = 6;
const github = 'https://github.com';
const gethErrors = `${github}/ethereum/go-ethereum/blob/master/core/txpool/errors.go`;
const gethCoreErrors = `${github}/ethereum/go-ethereum/blob/master/core/error.go`;

/** Fees that networks want, and refusals of transactions. */
export const sendCases: readonly NetworkCase[] = [
  {
    name: 'polygon-tip',
    rule: 'tip of at least 25 gwei, with both figures',
    source: `${github}/WayfinderFoundation/wayfinder-paths-sdk/pull/379`,
    rules: tipFloor(
      25n * gwei,
      (tip) =>
        `transaction gas price below minimum: gas tip cap ${String(tip)}, minimum needed 25000000000`,
    ),
    ends: 'fill',
  },
  {
    name: 'polygon-tip-unsaid',
    rule: 'tip of at least 30 gwei, without a figure',
    source: `${github}/0xPolygon/launch/issues/62`,
    rules: tipFloor(30n * gwei, () => 'transaction underpriced'),
    ends: 'fill',
  },
  {
    name: 'bnb-tip',
    rule: 'tip of at least 0.05 gwei, with both figures',
    source: `${github}/bnb-chain/bsc/issues/3255`,
    rules: tipFloor(
      gwei / 20n,
      (tip) => `transaction underpriced: gas tip cap ${String(tip)}, minimum needed 50000000`,
    ),
    ends: 'fill',
  },
  {
    name: 'bnb-tip-old',
    rule: 'tip of at least 3 gwei, in older words',
    source: `${github}/bnb-chain/bsc/issues/2387`,
    rules: tipFloor(
      3n * gwei,
      (tip) => `transaction underpriced: tip needed 3000000000, tip permitted ${String(tip)}`,
    ),
    ends: 'fill',
  },
  {
    name: 'tip-unlearned',
    rule: 'tip of at least 500 gwei, of which no transaction before the fill has told',
    source: `${github}/bnb-chain/bsc/issues/2387`,
    rules: tipFloor(
      500n * gwei,
      (tip) => `transaction underpriced: tip needed 500000000000, tip permitted ${String(tip)}`,
    ),
    on: 'destination',
    from: 'quote',
    ends: 'refusal',
  },
  {
    name: 'base-fee-zero',
    rule: 'base fee of 0',
    source: `${github}/bnb-chain/BEPs/blob/master/BEPs/BEP226.md`,
    rules: () => ({}),
    baseFee: { wei: 0n, from: 'start' },
    ends: 'fill',
  },
  {
    name: 'base-fee-spike',
    rule: 'base fee of 900 gwei once the quote is there',
    source: 'https://eips.ethereum.org/EIPS/eip-1559',
    rules: () => ({}),
    baseFee: { wei: 900n * gwei, from: 'quote' },
    ends: 'refusal',
  },
  {
    name: 'base-fee-passed',
    rule: 'base fee of the block above what is offered, once',
    source: `${github}/shapeshift/unchained/pull/1282`,
    rules: refusesFirst(
      'max fee per gas less than block base fee: maxFeePerGas: 20072000 baseFee: 20110000',
    ),
    from: 'quote',
    ends: 'fill',
  },
  {
    name: 'already-known',
    rule: 'takes the transaction and says that it had it',
    source: gethErrors,
    rules: refusesFirst('already known', { isPassed: true }),
    from: 'quote',
    ends: 'fill',
  },
  {
    name: 'nonce-too-low',
    rule: 'takes the transaction and says that its sequence is used',
    source: gethCoreErrors,
    rules: refusesFirst('nonce too low: next nonce 5, tx nonce 4', { isPassed: true }),
    from: 'quote',
    ends: 'fill',
  },
  {
    name: 'replacement-underpriced',
    rule: 'has another transaction of that sequence, once',
    source: gethErrors,
    rules: refusesFirst('replacement transaction underpriced'),
    from: 'quote',
    blocksMax: refusedBlocksMax,
    ends: 'fill',
  },
  {
    name: 'pool-full',
    rule: 'has no room for transactions, twice',
    source: gethErrors,
    rules: refusesFirst('txpool is full', { times: 2 }),
    blocksMax: refusedBlocksMax,
    from: 'quote',
    ends: 'fill',
  },
  {
    name: 'intrinsic-gas',
    rule: 'wants more gas than the transaction has, once',
    source: gethCoreErrors,
    rules: refusesFirst('intrinsic gas too low: gas 21000, minimum needed 53000'),
    from: 'quote',
    blocksMax: refusedBlocksMax,
    ends: 'fill',
  },
  {
    name: 'fee-cap',
    rule: 'takes no transaction that may cost more than an ether, once',
    source: `${github}/ethereum/go-ethereum/blob/master/internal/ethapi/api.go`,
    rules: refusesFirst('tx fee (1.10 ether) exceeds the configured cap (1.00 ether)'),
    from: 'quote',
    blocksMax: refusedBlocksMax,
    ends: 'fill',
  },
  {
    name: 'insufficient-funds',
    rule: 'finds no money for gas, always',
    source: gethCoreErrors,
    rules: sendings(() =>
      refuse(-32000, 'insufficient funds for gas * price + value: balance 0, tx cost 5'),
    ),
    on: 'destination',
    from: 'quote',
    ends: 'refusal',
  },
];
