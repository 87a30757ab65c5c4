import { payments, script as scripts, Transaction } from 'bitcoinjs-lib';
import { expect, test } from 'vitest';
import { readBlock } from '../chain/block.js';
import { spendable } from '../control/createFaucet.js';
import { reorganize } from '../control/reorganize.js';
import { signTransfer, type OwnCoin } from '../control/signTransfer.js';
import { deriveBitcoinKeys } from '../keys/deriveBitcoinKeys.js';
import { assembleBlock } from '../mining/assembleBlock.js';
import { defaultPolicy, network } from '../parameters.js';
import { ecc } from '../script/ecc.js';
import { hashBytes, hashText } from '../transaction/hashes.js';
import { readTransaction, type Tx } from '../transaction/readTransaction.js';
import { createNode, type BitcoinNode } from './createNode.js';
import { fundAccounts } from './fundAccounts.js';

const keys = deriveBitcoinKeys(2);
const [alice, bob] = keys.users;
const { solver } = keys.roles;

function start(): BitcoinNode {
  const node = createNode({ policy: defaultPolicy, keys, seed: Buffer.alloc(32, 7) });
  fundAccounts(node);
  return node;
}

function coinsOf(node: BitcoinNode): OwnCoin[] {
  return [...spendable(node, solver)];
}

function pay(coin: OwnCoin, fee: bigint, script = bob!.script): Tx {
  return signTransfer([coin], [{ script, value: coin.value - fee }]);
}

function tampered(tx: Tx): Tx {
  const raw = Transaction.fromBuffer(tx.bytes);
  const [signature, ...rest] = raw.ins[0]!.witness;
  const copy = Uint8Array.from(signature!);
  copy[12] = copy[12]! ^ 1;
  raw.setWitness(0, [copy, ...rest]);
  return readTransaction(raw.toBuffer());
}

test('coins of all four kinds are spent, and a changed signature is refused', () => {
  const node = start();
  const { publicKey, privateKey } = alice!;
  const p2wpkh = payments.p2wpkh({ pubkey: publicKey, network });
  const outputs = [
    payments.p2pkh({ pubkey: publicKey, network }).output!,
    payments.p2sh({ redeem: p2wpkh, network }).output!,
    p2wpkh.output!,
    // The key of the output is the key itself, as a tweak is the wallet's matter.
    Uint8Array.from([0x51, 32, ...publicKey.subarray(1)]),
  ].map((script) => ({ script, value: 100_000n }));
  const coin = coinsOf(node)[0]!;
  const change = { script: solver.script, value: coin.value - 410_000n };
  const funding = signTransfer([coin], [...outputs, change]);
  expect(() => node.mempool.accept(tampered(funding))).toThrow(/mandatory-script-verify-flag/);
  node.mempool.accept(funding);
  node.miner.mine();
  const raw = new Transaction();
  raw.version = 2;
  outputs.forEach((_, index) => raw.addInput(hashBytes(funding.id), index, 0xfffffffd));
  raw.addOutput(bob!.script, 390_000n);
  const code = payments.p2pkh({ pubkey: publicKey }).output!;
  const sign = (hash: Uint8Array) => scripts.signature.encode(ecc.sign(hash, privateKey), 1);
  raw.setInputScript(0, scripts.compile([sign(raw.hashForSignature(0, code, 1)), publicKey]));
  raw.setInputScript(1, scripts.compile([p2wpkh.output!]));
  for (const index of [1, 2])
    raw.setWitness(index, [sign(raw.hashForWitnessV0(index, code, 100_000n, 1)), publicKey]);
  const even = publicKey[0] === 3 ? ecc.privateNegate(privateKey) : privateKey;
  const values = outputs.map(({ value }) => value);
  const hash = raw.hashForWitnessV1(
    3,
    outputs.map(({ script }) => script),
    values,
    0,
  );
  raw.setWitness(3, [ecc.signSchnorr(hash, even)]);
  const spend = readTransaction(raw.toBuffer());
  for (const index of [1, 2, 3]) {
    const bad = Transaction.fromBuffer(spend.bytes);
    const witness = bad.ins[index]!.witness.map((item) => Uint8Array.from(item));
    witness[0]![12] = witness[0]![12]! ^ 1;
    bad.setWitness(index, witness);
    expect(() => node.mempool.accept(readTransaction(bad.toBuffer()))).toThrow(/mandatory-script/);
  }
  node.mempool.accept(spend);
  expect(node.miner.mine().transactions.map(({ id }) => id)).toContain(spend.id);
});

test.each([
  { name: 'the same fee', factor: 1n, plus: 0n, why: /new feerate/ },
  { name: 'a little more', factor: 1n, plus: 50n, why: /not enough additional fees/ },
  { name: 'enough more', factor: 2n, plus: 0n, why: undefined },
])('a replacement that pays $name', ({ factor, plus, why }) => {
  const node = start();
  const coin = coinsOf(node)[0]!;
  const first = node.mempool.accept(pay(coin, 1_000n));
  const child = signTransfer(
    [{ txId: first.tx.id, vout: 0, value: coin.value - 1_000n, key: bob! }],
    [{ script: alice!.script, value: coin.value - 1_200n }],
  );
  if (why === undefined) node.mempool.accept(child);
  const other = pay(coin, 1_000n * factor + plus, alice!.script);
  if (why === undefined) {
    node.mempool.accept(other);
    expect([...node.mempool.entries()].map(({ tx }) => tx.id)).toEqual([other.id]);
  } else expect(() => node.mempool.accept(other)).toThrow(why);
});

test('blocks without work, with another root or another commitment are refused', () => {
  const node = start();
  const tx = pay(coinsOf(node)[0]!, 1_000n);
  const { tip } = node.chain;
  const plan = {
    previousHash: tip.hash,
    height: tip.height + 1,
    time: node.clock.now(),
    transactions: [tx],
    outputs: [{ script: bob!.script, value: 1n }],
    extra: Buffer.alloc(8),
    hasWitness: true,
  };
  const submit = (change: (bytes: Buffer) => void) => {
    const bytes = Buffer.from(assembleBlock(plan).bytes);
    change(bytes);
    return () => node.chain.submit(readBlock(bytes));
  };
  const work = (bytes: Buffer, isMet: boolean) => {
    for (let nonce = 0; ; nonce += 1) {
      bytes.writeUInt32LE(nonce, 76);
      if (Number.parseInt(readBlock(bytes).hash[0]!, 16) < 8 === isMet) return;
    }
  };
  expect(submit((bytes) => work(bytes, false))).toThrow('proof of work failed');
  const flipRoot = (bytes: Buffer) => {
    bytes[40] = bytes[40]! ^ 1;
    work(bytes, true);
  };
  expect(submit(flipRoot)).toThrow('hashMerkleRoot mismatch');
  const unsound = { ...plan, transactions: [tampered(tx)] };
  expect(() => node.chain.submit(assembleBlock(unsound))).toThrow(/mandatory-script/);
  expect(() => node.chain.submit(assembleBlock({ ...plan, hasWitness: false }))).toThrow(
    'unexpected witness data found',
  );
  const late = { ...plan, time: node.clock.now() + 7_300 };
  expect(() => node.chain.submit(assembleBlock(late))).toThrow(/too far in the future/);
  const greedy = { ...plan, outputs: [{ script: bob!.script, value: 50_0000_0000n }] };
  expect(() => node.chain.submit(assembleBlock(greedy))).toThrow(/coinbase pays too much/);
  expect(node.chain.tip).toBe(tip);
  node.chain.submit(assembleBlock(plan));
  expect(node.chain.tip.height).toBe(tip.height + 1);
  expect(hashText(tx.hash)).toBe(tx.id);
});

test('a reorg puts transactions back, and drops those whose coins are spent otherwise', () => {
  const node = start();
  const [one, two] = coinsOf(node).map((coin) => pay(coin, 1_000n));
  node.mempool.accept(one!);
  node.mempool.accept(two!);
  node.miner.mine();
  const { conflicts, dropped } = reorganize(node, 1, { spendAgain: [two!.id] });
  expect(dropped).toEqual([two!.id]);
  for (const id of [one!.id, ...conflicts]) expect(node.chain.index.transaction(id)).toBeDefined();
  expect(() => node.mempool.accept(two!)).toThrow('bad-txns-inputs-missingorspent');
});

test('reorgs in a row take back no more than each is asked for', () => {
  const node = start();
  for (let round = 0; round < 12; round += 1) {
    const { height } = node.chain.tip;
    const kept = node.chain.at(height - 2)!;
    reorganize(node, 2, {});
    expect([node.chain.at(height - 2), node.chain.tip.height]).toEqual([kept, height + 1]);
    expect(node.chain.at(height - 1)!.previous).toBe(kept);
  }
});
