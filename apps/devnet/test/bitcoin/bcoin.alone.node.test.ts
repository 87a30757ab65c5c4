import { payments, script as scripts, Transaction } from 'bitcoinjs-lib';
import { beforeAll, expect, test } from 'vitest';
import { createBlock } from '../../src/bitcoin/chain/block.js';
import { createFaucet } from '../../src/bitcoin/control/createFaucet.js';
import { createPace } from '../../src/bitcoin/control/createPace.js';
import { reorganize } from '../../src/bitcoin/control/reorganize.js';
import { signTransfer } from '../../src/bitcoin/control/signTransfer.js';
import { assembleBlock } from '../../src/bitcoin/mining/assembleBlock.js';
import type { BitcoinNode } from '../../src/bitcoin/node/createNode.js';
import { network } from '../../src/bitcoin/parameters.js';
import { answerText } from '../../src/bitcoin/rpc/dispatch.js';
import { ecc } from '../../src/bitcoin/script/ecc.js';
import { hashBytes, hex } from '../../src/bitcoin/transaction/hashes.js';
import { describeTransaction, type Tx } from '../../src/bitcoin/transaction/readTransaction.js';
import { openBcoin, type Bcoin } from './openBcoin.js';
import { signLocked, solverCoins, startNode, testKeys, withBadSignature } from './startNode.js';

// Alone: it changes how node loads packages, and the environment that bcoin reads.

/** Height from which bcoin knows witnesses on regtest. */
const segwitHeight = 432;
const [alice, bob] = testKeys.users;

let node: BitcoinNode;
let bcoin: Bcoin;

beforeAll(async () => {
  bcoin = await openBcoin();
  node = startNode({ segwitHeight });
  while (node.chain.tip.height < segwitHeight) node.miner.mine();
  for (let height = 1; height <= segwitHeight; height += 1)
    expect(await bcoin.submit(node.chain.at(height)!.bytes)).toBe(true);
});

/** Hands the newest block to bcoin, which must take it for its tip. */
async function shareTip(): Promise<void> {
  expect(await bcoin.submit(node.chain.tip.bytes)).toBe(true);
  expect(bcoin.tip()).toBe(node.chain.tip.hash);
}

function pay(fee = 1_000n): Tx {
  const [coin] = solverCoins(node);
  return signLocked(coin!, { script: bob!.script, value: coin!.value - fee });
}

/** Pays coins of all four kinds to alice's key, then spends them. */
function spendAllKinds(): readonly [Tx, Tx] {
  const { publicKey, privateKey } = alice!;
  const nested = payments.p2wpkh({ pubkey: publicKey, network }).output!;
  const outputs = [
    payments.p2pkh({ pubkey: publicKey, network }).output!,
    payments.p2sh({ redeem: { output: nested }, network }).output!,
    nested,
    Uint8Array.from([0x51, 32, ...publicKey.subarray(1)]),
  ].map((script) => ({ script, value: 100_000n }));
  const [coin] = solverCoins(node);
  const change = { script: coin!.key.script, value: coin!.value - 410_000n };
  const funding = signTransfer([coin!], [...outputs, change]);
  const raw = new Transaction();
  raw.version = 2;
  outputs.forEach((_, index) => raw.addInput(hashBytes(funding.id), index, 0xfffffffd));
  raw.addOutput(bob!.script, 390_000n);
  const code = payments.p2pkh({ pubkey: publicKey }).output!;
  const sign = (hash: Uint8Array): Uint8Array =>
    scripts.signature.encode(ecc.sign(hash, privateKey), 1);
  raw.setInputScript(0, scripts.compile([sign(raw.hashForSignature(0, code, 1)), publicKey]));
  raw.setInputScript(1, scripts.compile([nested]));
  for (const index of [1, 2])
    raw.setWitness(index, [sign(raw.hashForWitnessV0(index, code, 100_000n, 1)), publicKey]);
  const even = publicKey[0] === 3 ? ecc.privateNegate(privateKey) : privateKey;
  const spent = outputs.map(({ script }) => script);
  const values = outputs.map(({ value }) => value);
  raw.setWitness(3, [ecc.signSchnorr(raw.hashForWitnessV1(3, spent, values, 0), even)]);
  return [funding, describeTransaction(raw)];
}

test('bcoin takes blocks that spend coins of all four kinds', async () => {
  const [funding, spending] = spendAllKinds();
  node.mempool.accept(funding);
  node.mempool.accept(spending);
  const { transactions } = node.miner.mine();
  expect(transactions.slice(1).map(({ id }) => id)).toEqual([funding.id, spending.id]);
  await shareTip();
});

test('bcoin refuses a block whose witnesses are changed, with or without a new commitment', async () => {
  const tip = bcoin.tip();
  const tx = pay();
  const plan = {
    previousHash: node.chain.tip.hash,
    height: node.chain.tip.height + 1,
    time: node.clock.now() + 60,
    outputs: [{ script: bob!.script, value: 1n }],
    extra: Buffer.alloc(8),
    hasWitness: true,
  };
  const sound = assembleBlock({ ...plan, transactions: [tx] });
  const other = createBlock(sound.header, [sound.transactions[0]!, withBadSignature(tx)]);
  await expect(bcoin.submit(other.bytes)).rejects.toThrow(/bad-witness-merkle-match/);
  const signed = assembleBlock({ ...plan, transactions: [withBadSignature(tx)] });
  await expect(bcoin.submit(signed.bytes)).rejects.toThrow(/script-verify/);
  expect(bcoin.tip()).toBe(tip);
});

test('bcoin follows a reorg', async () => {
  for (const fee of [1_000n, 2_000n]) {
    node.mempool.accept(pay(fee));
    node.miner.mine();
    await shareTip();
  }
  const before = node.chain.tip;
  const { tip } = reorganize(node, 2, { leaveOut: 'all' });
  const { height } = node.chain.tip;
  expect(height).toBe(before.height + 1);
  expect(await bcoin.submit(node.chain.at(height - 2)!.bytes)).toBe(false);
  expect(await bcoin.submit(node.chain.at(height - 1)!.bytes)).toBe(false);
  expect(bcoin.tip()).toBe(before.hash);
  await shareTip();
  expect(bcoin.tip()).toBe(tip);
});

test('a block of bcoin is submitted', async () => {
  const tx = pay();
  const block = await bcoin.mine([tx.bytes], bob!.script);
  const pace = createPace(() => undefined, 0);
  const context = { node, pace, faucet: createFaucet(node, () => 1_000n) };
  const request = JSON.stringify({ id: 1, method: 'submitblock', params: [hex(block)] });
  expect(answerText(context, request, { controls: false }).body).toEqual({
    id: 1,
    error: null,
    result: null,
  });
  expect(node.chain.tip.hash).toBe(bcoin.tip());
  expect(node.chain.tip.transactions[1]?.id).toBe(tx.id);
});
