import { networks, type Network } from 'bitcoinjs-lib';

/** Network of the chain: addresses begin with `bcrt1`. */
export const network: Network = networks.regtest;

/** Rules that blocks keep, as on Bitcoin's regtest. */
export const consensus = {
  /** Blocks between two halvings of the subsidy. */
  halvingBlocks: 150,
  subsidySat: 50_0000_0000n,
  /** Blocks until an output of a coinbase may be spent. */
  coinbaseMaturity: 100,
  blockWeightMax: 4_000_000,
  moneyMaxSat: 21_000_000_0000_0000n,
  /** Difficulty of every block, in the compact form of headers. */
  bits: 0x207fffff,
  /** Seconds by which a block may be ahead of the clock. */
  futureSecondsMax: 7_200,
  /** Blocks whose median time a new block must pass. */
  medianBlocks: 11,
} as const;

/** Rules of the mempool and of mining that an operator may change. */
export interface Policy {
  /** Bytes of all OP_RETURN scripts of a transaction, at most; older nodes relay 83. */
  readonly dataCarrierBytes: number;
  /** Least fee of a transaction, satoshis a kilobyte. */
  readonly minRelaySatPerKvb: bigint;
  /** Least addition of a replacement, satoshis a kilobyte. */
  readonly incrementalSatPerKvb: bigint;
  /** Weight of a block that this node mines, at most. */
  readonly minedWeightMax: number;
  /** Height from which blocks carry witnesses. */
  readonly segwitHeight: number;
}

/** Policy of a node by default: that of Bitcoin Core 30, with its older fees and smaller blocks. */
export const defaultPolicy: Policy = {
  dataCarrierBytes: 100_000,
  minRelaySatPerKvb: 1_000n,
  incrementalSatPerKvb: 1_000n,
  minedWeightMax: 400_000,
  segwitHeight: 0,
};

/** Header of the first block of regtest. */
export const genesisHex =
  '0100000000000000000000000000000000000000000000000000000000000000' +
  '000000003ba3edfd7a7b12b27ac72c3e67768f617fc81bc3888a51323a9fb8aa' +
  '4b1e5e4adae5494dffff7f2002000000';
