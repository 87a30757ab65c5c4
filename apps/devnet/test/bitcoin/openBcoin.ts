import { createRequire, Module } from 'node:module';

/** Chain of bcoin, a full node by others, in memory. */
export interface Bcoin {
  /** Hash of the tip. */
  tip(): string;
  /** Takes a block in; false for one that is not in the best chain. @throws Error when refused */
  submit(block: Uint8Array): Promise<boolean>;
  /** Mines a block of transactions upon the tip and takes it in; returns its bytes. */
  mine(transactions: readonly Uint8Array[], script: Uint8Array): Promise<Uint8Array>;
}

interface Bytes<T> {
  fromRaw(bytes: Uint8Array): T;
}

interface Writable {
  toRaw(): Uint8Array;
}

interface BcoinChain {
  readonly tip: { rhash(): string };
  open(): Promise<void>;
  add(block: Writable): Promise<{ readonly hash: string } | null>;
  readonly db: { isMainHash(hash: string): Promise<boolean> };
}

interface BcoinMempool {
  open(): Promise<void>;
  addTX(tx: Writable): Promise<unknown>;
}

interface BcoinMiner {
  open(): Promise<void>;
  readonly cpu: { mineBlock(tip: unknown, address: unknown): Promise<Writable> };
}

type Opened<T> = new (options: object) => T;
type Load = (...args: readonly unknown[]) => unknown;

interface Files {
  readonly Chain: Opened<BcoinChain>;
  readonly Mempool: Opened<BcoinMempool>;
  readonly Miner: Opened<BcoinMiner>;
  readonly Block: Bytes<Writable>;
  readonly Tx: Bytes<Writable>;
  readonly Script: Bytes<unknown>;
  readonly Address: { fromScript(script: unknown): unknown };
}

const options = { network: 'regtest', memory: true };

/** Opens a chain that holds the first block of regtest. */
export async function openBcoin(): Promise<Bcoin> {
  const { Chain, Mempool, Miner, Block, Tx, Script, Address } = loadBcoin();
  const chain = new Chain(options);
  await chain.open();
  return {
    tip: () => chain.tip.rhash(),
    submit: async (bytes) => {
      const entry = await chain.add(Block.fromRaw(Buffer.from(bytes)));
      return entry !== null && (await chain.db.isMainHash(entry.hash));
    },
    mine: async (transactions, script) => {
      // A mempool begins at the tip, and is not notified of later blocks.
      const mempool = new Mempool({ ...options, chain });
      const miner = new Miner({ ...options, chain, mempool });
      await mempool.open();
      await miner.open();
      for (const bytes of transactions) await mempool.addTX(Tx.fromRaw(Buffer.from(bytes)));
      const address = Address.fromScript(Script.fromRaw(Buffer.from(script)));
      const block = await miner.cpu.mineBlock(chain.tip, address);
      await chain.add(block);
      return block.toRaw();
    },
  };
}

/** Loads files of bcoin without its addons and without its store on disk. */
function loadBcoin(): Files {
  process.env['NODE_BACKEND'] = 'js';
  // Node has no public way to stand in for a package that is absent.
  const node = Module as unknown as { _load: Load };
  const original = node._load;
  node._load = (...args) => (args[0] === 'leveldown' ? {} : original.apply(node, [...args]));
  const require = createRequire(import.meta.url);
  const load = (path: string): unknown => require(`bcoin/lib/${path}`);
  const files = {
    Chain: load('blockchain/chain'),
    Mempool: load('mempool/mempool'),
    Miner: load('mining/miner'),
    Block: load('primitives/block'),
    Tx: load('primitives/tx'),
    Script: load('script/script'),
    Address: load('primitives/address'),
  };
  // The package has no types; those above say what is used of it.
  return files as Files;
}
