import { depositoryAbi, fillerAbi } from '@portage/contracts';
import type { EvmDevnetChain } from '@portage/devnet';
import type { Fault, RpcLog } from '@portage/testing';
import {
  encodeAbiParameters,
  encodeEventTopics,
  padHex,
  toFunctionSelector,
  zeroAddress,
  type Hex,
} from 'viem';
import type { Random } from './random.js';

/** Order that a lie is about. */
export interface OrderInSight {
  /** Hash of the order. */
  readonly orderId: Hex;
  /** Account that pays or is paid, as an address of an EVM chain. */
  readonly account: Hex;
  /** Smallest unit of the chain's native currency. */
  readonly amount: bigint;
}

/** Faults that make one lie, under the name that the report counts. */
export interface Lie {
  readonly name: string;
  readonly faults: readonly Fault[];
}

const fullBloom = `0x${'ff'.repeat(256)}`;
const headers = ['eth_getBlockByNumber', 'eth_getBlockByHash'];

/** Changes members of a block header; null and other results stay as they are. */
function changeHeader(members: object): Fault {
  return {
    type: 'falsify',
    methods: headers,
    result: (block) =>
      typeof block === 'object' && block !== null ? { ...block, ...members } : undefined,
  };
}

function invented(log: RpcLog, random: Random): readonly Fault[] {
  const transactionHash = randomHash(random);
  const place = { transactionHash, transactionIndex: '0xfff', logIndex: '0xffff', removed: false };
  // The invented log passes the filter: a reader that trusts the filter takes it in.
  return [
    { type: 'inventLog', methods: ['eth_getLogs'], log: { ...log, ...place } },
    changeHeader({ logsBloom: fullBloom }),
  ];
}

function randomHash(random: Random): Hex {
  const digit = (): string => random.between(0, 15).toString(16);
  return `0x${Array.from({ length: 64 }, digit).join('')}`;
}

/** Event of a fill that was never made. */
function inventFill({ contracts }: EvmDevnetChain, solver: Hex, order: OrderInSight): RpcLog {
  return {
    address: contracts.filler,
    topics: encodeEventTopics({
      abi: fillerAbi,
      eventName: 'Filled',
      args: { orderId: order.orderId, solver, to: order.account },
    }),
    data: encodeAbiParameters(
      [{ type: 'address' }, { type: 'uint256' }],
      [zeroAddress, order.amount],
    ),
  };
}

/** Event of a deposit that was never made. */
function inventDeposit({ contracts }: EvmDevnetChain, order: OrderInSight): RpcLog {
  return {
    address: contracts.depository,
    topics: encodeEventTopics({
      abi: depositoryAbi,
      eventName: 'Deposit',
      args: { id: order.orderId, depositor: order.account },
    }),
    data: encodeAbiParameters(
      [{ type: 'address' }, { type: 'uint256' }, { type: 'address' }],
      [zeroAddress, order.amount, order.account],
    ),
  };
}

/** Surroundings of the next lie about an EVM chain. */
export interface EvmLieOptions {
  readonly chain: EvmDevnetChain;
  readonly solver: Hex;
  /** Order that waits; undefined while there is none. */
  readonly order: OrderInSight | undefined;
  readonly random: Random;
}

/** Draws a lie that an endpoint of an EVM chain tells for a while. */
export function drawEvmLie({ chain, solver, order, random }: EvmLieOptions): Lie {
  const lies: [Lie, ...Lie[]] = [
    { name: 'missing logs', faults: [{ type: 'dropLog' }] },
    { name: 'old head', faults: [{ type: 'stale', blocks: random.between(2, 8) }] },
    {
      name: 'head ahead',
      faults: [
        { type: 'falsify', methods: ['eth_blockNumber'], result: add(random.between(5, 500)) },
      ],
    },
    { name: 'wrong hash', faults: [changeHeader({ hash: randomHash(random) })] },
    { name: 'wrong balance', faults: [wrongBalance(random)] },
    { name: 'no receipt', faults: [{ type: 'nullReceipt' }] },
    { name: 'wrong receipt', faults: [{ type: 'swapReceiptStatus' }] },
  ];
  if (order !== undefined)
    lies.push(
      { name: 'invented fill', faults: invented(inventFill(chain, solver, order), random) },
      { name: 'invented deposit', faults: invented(inventDeposit(chain, order), random) },
    );
  return random.pick(lies);
}

/** Changes a quantity of JSON-RPC by a number of units. */
function add(units: number): (result: unknown) => unknown {
  return (result) =>
    typeof result === 'string' ? `0x${(BigInt(result) + BigInt(units)).toString(16)}` : undefined;
}

/** Halves or doubles balances of native currency and of tokens. */
function wrongBalance(random: Random): Fault {
  const doubles = random.next() < 0.5;
  const change = (text: string): Hex =>
    `0x${(doubles ? BigInt(text) * 2n : BigInt(text) / 2n).toString(16)}`;
  return {
    type: 'falsify',
    methods: ['eth_getBalance', 'eth_call'],
    result: (result, [call]) => {
      if (typeof result !== 'string' || result === '0x') return undefined;
      if (typeof call === 'string') return change(result);
      return isBalanceOf(call) ? padHex(change(result), { size: 32 }) : undefined;
    },
  };
}

/** Whether a call asks a token for a balance. */
function isBalanceOf(call: unknown): boolean {
  if (typeof call !== 'object' || call === null) return false;
  const { data, input } = call as { readonly data?: unknown; readonly input?: unknown };
  return String(data ?? input).startsWith(toFunctionSelector('balanceOf(address)'));
}

/** Draws a lie that an endpoint of Solana tells for a while. */
export function drawSolanaLie(random: Random): Lie {
  const falsify = (
    methods: readonly string[],
    result: (result: unknown) => unknown,
  ): readonly Fault[] => [{ type: 'falsify', methods, result }];
  const ahead = random.between(5, 500);
  return random.pick<Lie>([
    {
      name: 'head ahead',
      faults: falsify(['getSlot', 'getBlockHeight'], (slot) =>
        typeof slot === 'number' ? slot + ahead : undefined,
      ),
    },
    {
      name: 'old head',
      faults: falsify(['getSlot', 'getBlockHeight'], (slot) =>
        typeof slot === 'number' ? Math.max(0, slot - 5) : undefined,
      ),
    },
    { name: 'missing logs', faults: falsify(['getSignaturesForAddress'], () => []) },
    { name: 'no receipt', faults: falsify(['getTransaction'], () => null) },
    {
      name: 'wrong receipt',
      faults: falsify(['getSignatureStatuses'], (statuses) =>
        changeEach(statuses, (status) => ({ ...status, err: { InstructionError: [0, 'Custom'] } })),
      ),
    },
    {
      name: 'no receipt',
      faults: falsify(['getSignatureStatuses'], (statuses) => changeEach(statuses, () => null)),
    },
    {
      name: 'wrong balance',
      faults: falsify(['getMultipleAccounts'], (accounts) =>
        changeEach(accounts, (account) => ({ ...account, lamports: 1 })),
      ),
    },
  ]);
}

/** Draws a lie that a node of Bitcoin tells for a while. */
export function drawBitcoinLie(random: Random): Lie {
  const falsify = (
    methods: readonly string[],
    result: (result: unknown) => unknown,
  ): readonly Fault[] => [{ type: 'falsify', methods, result }];
  const shift = (blocks: number): readonly Fault[] =>
    falsify(['getblockcount'], (height) =>
      typeof height === 'number' ? height + blocks : undefined,
    );
  const fork = randomHash(random).slice(2);
  return random.pick<Lie>([
    { name: 'head ahead', faults: shift(random.between(1, 50)) },
    { name: 'old head', faults: shift(-3) },
    { name: 'wrong hash', faults: falsify(['getblockhash', 'getbestblockhash'], () => fork) },
    { name: 'no receipt', faults: falsify(['getrawtransaction'], () => null) },
    { name: 'wrong balance', faults: falsify(['gettxout'], () => null) },
  ]);
}

/** Changes each object of a list under `value`. */
function changeEach(result: unknown, change: (each: object) => object | null): unknown {
  if (typeof result !== 'object' || result === null || !('value' in result)) return undefined;
  const { value } = result;
  if (!Array.isArray(value)) return undefined;
  const list: readonly unknown[] = value;
  return {
    ...result,
    value: list.map((each) => (typeof each === 'object' && each !== null ? change(each) : each)),
  };
}
