import { assert, PortageError, type Observed, standardError } from '@portage/core';
import type {
  Chain,
  ChainAsset,
  Cursor,
  ChainEvent,
  Finality,
  GasOperation,
} from '@portage/core/chain';
import {
  createLedger,
  type FakeBlock,
  type MinedTransaction,
  type ReorgFate,
} from './createLedger.js';
import { fakeAddresses } from './fakeAddresses.js';
import { fakeAddress, fakeDepository, fakeNative } from './fakeAddress.js';
import { fakeCodec } from './fakeCodec.js';
import { fakeChainInfo } from './fakeChainInfo.js';
import { fakeObserve } from './fakeObserve.js';
import { fakeSpend, type BroadcastFault } from './fakeSpend.js';
import { fakeSteps } from './fakeSteps.js';
import { encodeTransaction, type FakeAction } from './fakeTransaction.js';

/** Options of a fake chain. Everything but its id and slug has a default. */
export interface FakeChainOptions {
  readonly id: number;
  readonly slug: string;
  readonly name?: string;
  /** Tokens beside the native currency: `usdc` with 6 decimals and `weth` with 18 by default. */
  readonly tokens?: readonly ChainAsset[];
  /**
   * Account that `spend` pays from, `fakeAddress('solver')` by default. It starts with a large
   * balance of every currency.
   */
  readonly solver?: string;
  /**
   * Coins that `spend` pays with, one for each payment; without it a balance is spent, and
   * sequences are counted.
   */
  readonly coins?: number;
  /**
   * Blocks for which a transaction of `spend` may land after it was signed. Then sequences are not
   * counted, and it is signed anew once it has expired; without it bytes stay good.
   */
  readonly validBlocks?: number;
  /**
   * Whether the chain makes each fill, refund and signed deposit once, however often it is given;
   * it does by default. Without, only the solver's own care is between an order and two payments.
   */
  readonly guards?: boolean;
  /**
   * Part that a token keeps of what is paid to the depository, in basis points, by currency; none
   * by default.
   */
  readonly arrivalFees?: ReadonlyMap<string, bigint>;
  /** Fills of one transaction at most; by default each payment is a transaction of its own. */
  readonly joinsMax?: number;
  /**
   * Seconds for which anybody may make a refund that `spend` has signed; by default only its own
   * transaction makes it.
   */
  readonly authorizedSeconds?: number;
  /** Whether orders may have deposit addresses; they have none by default. */
  readonly addresses?: boolean;
  /** Fee of a transaction in the native currency, 1000 by default. */
  readonly fee?: bigint;
  /** Confirmations by value: one for any value by default. */
  readonly finality?: Finality;
  /** Number of later blocks that make a block final, 5 by default. */
  readonly finalizedDepth?: number;
  /** Seconds from block to block, 1 by default. */
  readonly blockSeconds?: number;
  /** Time of the first block in Unix seconds, 1700000000 by default. */
  readonly startTime?: number;
  /** Seconds between the request of a reclaim and its payment, four days by default. */
  readonly reclaimDelay?: number;
  /** First height of `updates` without known blocks, 1 by default. */
  readonly startHeight?: number;
  /**
   * Clock in milliseconds since 1970, for the age of observed values and the time of blocks. The
   * time of the newest block by default.
   */
  readonly now?: () => number;
}

/** Options of sending a transaction. */
export interface FakeSendOptions {
  readonly sequence?: bigint;
  readonly fee?: bigint;
  /** Coins that it spends. */
  readonly coins?: readonly string[];
}

/** A chain in memory, with its controls for tests. */
export interface FakeChain {
  /** The chain as the service sees it. */
  readonly chain: Chain;
  /** Makes blocks of the mempool and returns the newest. */
  mine(blocks?: number): Cursor;
  /**
   * Replaces the newest blocks by as many others. Their transactions return to the mempool by
   * default.
   */
  reorg(depth: number, fate?: ReorgFate): void;
  /**
   * Sends a transaction to the mempool and returns its id. @throws PortageError `INVALID_REQUEST`
   */
  send(sender: string, actions: readonly FakeAction[], options?: FakeSendOptions): string;
  /**
   * Sends the transactions that pay an order, for a token an approval first. Returns the id of the
   * deposit.
   */
  deposit(deposit: FakeDeposit): string;
  /** Forgets a transaction of the mempool. */
  drop(txId: string): void;
  /** Makes a transaction revert when it is mined. */
  fail(txId: string): void;
  /** Creates money. */
  credit(account: string, currency: string, amount: bigint): void;
  balance(account: string, currency: string): bigint;
  /** Escrow of an order in the depository. */
  escrow(orderId: string, depositor: string, currency: string): bigint;
  /** Mined transaction of the present fork. */
  transaction(txId: string): MinedTransaction | undefined;
  /** Ids of the transactions of the mempool. */
  mempool(): readonly string[];
  tip(): Cursor;
  /** Blocks of the present fork, oldest first. */
  blocks(): readonly FakeBlock[];
  setFee(fee: bigint): void;
  /** Faults of the next broadcast transactions, one each. */
  faultBroadcasts(...faults: readonly BroadcastFault[]): void;
  /** Sets whether a quorum confirms an event. It never confirms one that did not happen. */
  setAgreement(agrees: (event: ChainEvent) => boolean): void;
  /**
   * Sets whether fees, balances and the tip are known. After a start with endpoints that do not
   * answer they are not.
   */
  setReadings(available: boolean): void;
  /** Sets what may be released of each currency; 0 while releases are paused. */
  setAvailable(amount: bigint): void;
  /** Resolves when the chain changes or the signal aborts. */
  changed(signal: AbortSignal): Promise<void>;
}

/** A payment into the depository. */
export interface FakeDeposit {
  readonly orderId: string;
  readonly payer: string;
  /** Account that the deposit is in the name of, the payer by default. */
  readonly depositor?: string;
  /** Currency, the native one by default. */
  readonly currency?: string;
  readonly amount: bigint;
}

const plenty = 10n ** 30n;

/** Gas weights by operation, as multiples of the fee of a transaction. */
const weights: Readonly<Record<GasOperation['type'], bigint>> = {
  approve: 1n,
  transfer: 1n,
  send: 1n,
  sweep: 1n,
  deposit: 1n,
  fill: 1n,
  refund: 1n,
  relay: 1n,
  collection: 1n,
};

/**
 * Makes a deterministic chain in memory that implements `Chain` in full: sequences, a mempool,
 * blocks on demand, reorgs, reverted, replaced and lost transactions, an escrow and a fill-once
 * guard. Shared code (indexer, solver, quoter, client) is tested against it; it passes `testVm`
 * like every other VM.
 *
 * @example
 * ```ts
 * const base = createFakeChain({ id: 1, slug: 'one' });
 * base.credit(fakeAddress('alice'), fakeNative, 10_000n);
 * base.deposit({ orderId, payer: fakeAddress('alice'), amount: 500n });
 * base.mine();
 * ```
 */
export function createFakeChain(options: FakeChainOptions): FakeChain {
  const {
    id,
    slug,
    solver = fakeAddress('solver'),
    finalizedDepth = 5,
    blockSeconds = 1,
    startTime = 1_700_000_000,
    startHeight = 1,
    reclaimDelay = 345_600,
  } = options;
  const native: ChainAsset = {
    id: 'eth',
    symbol: 'ETH',
    name: 'Ether',
    address: fakeNative,
    decimals: 18,
    supportsBridging: true,
    isNative: true,
  };
  const assets = [native, ...(options.tokens ?? defaultTokens)];
  const { now } = options;
  const ledger = createLedger({
    chainId: id,
    balances: new Map(assets.map(({ address }) => [`${solver} ${address}`, plenty])),
    startTime,
    reclaimDelay,
    guards: options.guards ?? true,
    arrivalFees: options.arrivalFees ?? new Map(),
    coins: Array.from({ length: options.coins ?? 0 }, (_, index) => `coin ${String(index)}`),
    nextTime: (parent) =>
      now === undefined ? parent + blockSeconds : Math.max(parent + 1, Math.floor(now() / 1000)),
  });
  const listeners = new Set<() => void>();
  const faults: BroadcastFault[] = [];
  let fee = options.fee ?? 1000n;
  let agrees: (event: ChainEvent) => boolean = () => true;
  let readings = true;
  let available = plenty;
  const observed = <T>(value: T): Observed<T> | undefined =>
    readings ? { value, observedAt: now?.() ?? ledger.tip().time * 1000 } : undefined;
  const finalizedHeight = (): number => Math.max(0, ledger.tip().height - finalizedDepth);
  const balance = (account: string, currency: string): bigint =>
    ledger.state.balances.get(`${account} ${currency}`) ?? 0n;
  const notify = (): void => {
    for (const listener of [...listeners]) listener();
  };
  const changed = (signal: AbortSignal): Promise<void> =>
    new Promise((resolve) => {
      const done = (): void => {
        listeners.delete(done);
        signal.removeEventListener('abort', done);
        resolve();
      };
      listeners.add(done);
      signal.addEventListener('abort', done, { once: true });
      if (signal.aborted) done();
    });
  const chain: Chain = {
    id,
    slug,
    vm: 'fake',
    codec: fakeCodec,
    native,
    assets,
    extraData: '0x',
    secondsPerPayment: blockSeconds,
    info: fakeChainInfo({ id, slug, name: options.name ?? slug, assets, solver }),
    observe: fakeObserve({
      ledger,
      startHeight,
      finalizedHeight,
      tip: () => observed(ledger.tip()),
      agrees: (event) => agrees(event),
      changed,
    }),
    finality: options.finality ?? { confirmations: () => 1 },
    deposit: {
      depository: fakeDepository,
      steps: (input) => fakeSteps(id, input),
      ...(options.addresses === true ? { addresses: fakeAddresses(ledger) } : {}),
    },
    spend: fakeSpend({
      ledger,
      chainId: id,
      sender: solver,
      fee: () => fee,
      finalizedHeight,
      nextFault: () => faults.shift(),
      holdsCoins: options.coins !== undefined,
      joinsMax: options.joinsMax,
      validBlocks: options.validBlocks,
      authorizedSeconds: options.authorizedSeconds,
    }),
    balances: {
      read: async (account, currency, signal) => {
        signal?.throwIfAborted();
        return balance(fakeCodec.normalizeAddress(account), currency);
      },
      readAt: async (account, height, signal) => {
        signal?.throwIfAborted();
        const state = ledger.stateAt(height);
        if (state === undefined)
          throw new PortageError('RPC_HTTP_ERROR', {
            message: `The state of block ${String(height)} is not known.`,
          });
        const owner = fakeCodec.normalizeAddress(account);
        return {
          balances: new Map(
            assets.map(({ address }) => [address, state.balances.get(`${owner} ${address}`) ?? 0n]),
          ),
          sequence: state.sequences.get(owner) ?? 0n,
        };
      },
      spendable: (currency) => observed(balance(solver, currency)),
    },
    vault: {
      account: fakeDepository,
      reclaimDelay,
      releasesMax: 50,
      available: async () => available,
      held: async (escrows) =>
        escrows.map(
          ({ orderId, depositor, currency }) =>
            ledger.state.escrow.get(`${orderId} ${depositor} ${currency}`) ?? 0n,
        ),
    },
    gas: { estimate: (operation) => observed(fee * weights[operation.type]) },
    checkRecipient: (recipient) => {
      const refused = [fakeDepository, ...assets.map(({ address }) => address)];
      if (refused.includes(fakeCodec.normalizeAddress(recipient)))
        throw standardError('INVALID_RECIPIENT', { context: { recipient } });
    },
  };
  const send: FakeChain['send'] = (sender, actions, options = {}) => {
    const pending = ledger.pending().filter((transaction) => transaction.sender === sender).length;
    const sequence = options.sequence ?? ledger.nextSequence(sender) + BigInt(pending);
    const transaction = encodeTransaction({
      chainId: id,
      sender,
      sequence,
      fee: options.fee ?? fee,
      ...(options.coins === undefined ? {} : { coins: [...options.coins] }),
      actions: [...actions],
    });
    const result = ledger.submit(transaction);
    if (result.status !== 'accepted')
      throw new PortageError('INVALID_REQUEST', {
        message: `The chain refused the transaction: ${result.reason}.`,
      });
    notify();
    return transaction.txId;
  };
  return {
    chain,
    mine: (blocks = 1) => {
      assert(Number.isInteger(blocks) && blocks >= 1, 'at least one block is mined');
      for (let block = 0; block < blocks; block += 1) ledger.mine();
      notify();
      return ledger.tip();
    },
    reorg: (depth, fate = 'mempool') => {
      assert(
        depth <= finalizedDepth,
        `a reorg of ${depth} blocks would take back final ones (${finalizedDepth})`,
      );
      ledger.reorg(depth, fate);
      notify();
    },
    send,
    deposit: ({ orderId, payer, depositor = payer, currency = fakeNative, amount }) => {
      if (currency !== fakeNative)
        send(payer, [{ type: 'approve', currency, spender: fakeDepository, amount }]);
      return send(payer, [{ type: 'deposit', orderId, depositor, currency, amount }]);
    },
    drop: (txId) => ledger.drop(txId),
    fail: (txId) => ledger.fail(txId),
    credit: (account, currency, amount) => ledger.credit(account, currency, amount),
    balance,
    escrow: (orderId, depositor, currency) =>
      ledger.state.escrow.get(`${orderId} ${depositor} ${currency}`) ?? 0n,
    transaction: (txId) => ledger.find(txId),
    mempool: () => ledger.pending().map(({ txId }) => txId),
    tip: () => ledger.tip(),
    blocks: () => ledger.blocks,
    setFee: (value) => void (fee = value),
    faultBroadcasts: (...next) => void faults.push(...next),
    setAgreement: (next) => void (agrees = next),
    setReadings: (isKnown) => void (readings = isKnown),
    setAvailable: (amount) => void (available = amount),
    changed,
  };
}

const defaultTokens: readonly ChainAsset[] = [
  {
    id: 'usdc',
    symbol: 'USDC',
    name: 'USD Coin',
    address: fakeAddress('usdc'),
    decimals: 6,
    supportsBridging: true,
    isNative: false,
  },
  {
    id: 'weth',
    symbol: 'WETH',
    name: 'Wrapped Ether',
    address: fakeAddress('weth'),
    decimals: 18,
    supportsBridging: true,
    isNative: false,
  },
];
