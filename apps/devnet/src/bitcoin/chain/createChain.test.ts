import { expect, test } from 'vitest';
import {
  signLocked,
  solverCoins,
  startNode,
  testKeys,
  withBadSignature,
} from '../../../test/bitcoin/startNode.js';
import { assembleBlock } from '../mining/assembleBlock.js';
import type { BitcoinNode } from '../node/createNode.js';
import type { Tx } from '../transaction/readTransaction.js';
import { createBlock, headerBytes, readHeader, type ReadBlock } from './block.js';
import { meetsTarget } from './checkBlock.js';

const [alice] = testKeys.users;
const { script } = alice!;

function blockOf({ chain, clock }: BitcoinNode, transactions: readonly Tx[]): ReadBlock {
  return assembleBlock({
    previousHash: chain.tip.hash,
    height: chain.tip.height + 1,
    time: clock.now(),
    transactions,
    outputs: [{ script, value: 1n }],
    extra: Buffer.alloc(8),
    hasWitness: true,
  });
}

function transfers(node: BitcoinNode, count: number): readonly Tx[] {
  return solverCoins(node)
    .slice(0, count)
    .map((coin) => signLocked(coin, { script, value: coin.value - 1_000n }));
}

/** The block with other bytes in its header. */
function withHeader(block: ReadBlock, change: (bytes: Buffer) => void, isSolved = true): ReadBlock {
  const bytes = headerBytes(block.header);
  change(bytes);
  for (let nonce = 0; ; nonce += 1) {
    bytes.writeUInt32LE(nonce, 76);
    const changed = createBlock(readHeader(bytes), block.transactions);
    if (meetsTarget(changed.hash) === isSolved) return changed;
  }
}

test.each<{ name: string; why: string; make: (block: ReadBlock) => ReadBlock }>([
  {
    name: 'a hash above the target',
    why: 'high-hash',
    make: (block) => withHeader(block, () => undefined, false),
  },
  {
    name: 'an easier target',
    why: 'bad-diffbits',
    make: (block) => withHeader(block, (bytes) => bytes.writeUInt32LE(0x2100ffff, 72)),
  },
  {
    name: 'the version of old blocks',
    why: 'bad-version(0x1)',
    make: (block) => withHeader(block, (bytes) => bytes.writeInt32LE(1, 0)),
  },
  {
    name: 'the time of blocks long before',
    why: 'time-too-old',
    make: (block) => withHeader(block, (bytes) => bytes.writeUInt32LE(block.header.time - 900, 68)),
  },
  {
    name: 'another merkle root',
    why: 'bad-txnmrklroot',
    make: (block) => withHeader(block, (bytes) => bytes.writeUInt32LE(7, 36)),
  },
  {
    name: 'its last transaction twice, under the same merkle root',
    why: 'bad-txns-duplicate',
    make: ({ header, transactions }) =>
      createBlock(header, [...transactions, transactions[transactions.length - 1]!]),
  },
  {
    name: 'witnesses that its coinbase does not commit to',
    why: 'bad-witness-merkle-match',
    make: ({ header, transactions: [coinbase, first, ...rest] }) =>
      createBlock(header, [coinbase!, withBadSignature(first!), ...rest]),
  },
  {
    name: 'an unknown block before it',
    why: 'prev-blk-not-found',
    make: (block) => withHeader(block, (bytes) => bytes.writeUInt32LE(7, 4)),
  },
])('a block with $name is refused', ({ why, make }) => {
  const node = startNode();
  const { tip } = node.chain;
  const block = blockOf(node, transfers(node, 2));
  expect(() => node.chain.submit(make(block))).toThrow(expect.objectContaining({ reason: why }));
  expect(node.chain.tip).toBe(tip);
  node.chain.submit(block);
  expect(node.chain.tip.hash).toBe(block.hash);
});

test('a block that is submitted again is a duplicate', () => {
  const node = startNode();
  const block = blockOf(node, []);
  node.chain.submit(block);
  expect(() => node.chain.submit(block)).toThrow('duplicate');
});

test('a longer branch takes over, and a shorter one waits', () => {
  const node = startNode();
  const { tip } = node.chain;
  const rival = blockOf(node, transfers(node, 1));
  const first = node.miner.mine();
  expect(node.chain.submit(rival).added).toEqual([]);
  expect(node.chain.tip).toBe(first);
  const next = assembleBlock({
    previousHash: rival.hash,
    height: tip.height + 2,
    time: node.clock.now() + 1,
    transactions: [],
    outputs: [{ script, value: 1n }],
    extra: Buffer.alloc(8),
    hasWitness: true,
  });
  const { removed, added } = node.chain.submit(next);
  expect(removed.map(({ hash }) => hash)).toEqual([first.hash]);
  expect(added.map(({ hash }) => hash)).toEqual([rival.hash, next.hash]);
});
