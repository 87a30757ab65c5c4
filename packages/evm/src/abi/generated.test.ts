import {
  approvalProxyAbi,
  depositAddressesAbi,
  depositoryAbi,
  fillerAbi,
  routerAbi,
  testBridgeAbi,
  testFeedAbi,
  testGasOracleAbi,
  testUsdcAbi,
} from '@portage/contracts';
import { keccak256, parseAbi, toBytes, toEventSelector, toFunctionSelector, type Abi } from 'viem';
import { describe, expect, it } from 'vitest';
import { poolSelectors, selectors, serviceSelectors } from './generated/selectors.js';
import { eventTopics, poolTopics } from './generated/topics.js';
import { permitTypeHashes, planTypeHashes } from './generated/typeHashes.js';
import { structMembers } from '../contracts/typedStructs.js';

const abi: Abi = [
  ...parseAbi([
    'function isValidSignature(bytes32 hash, bytes signature)',
    'function getOperatorFee(uint256 gasUsed)',
  ]),
  ...depositoryAbi,
  ...depositAddressesAbi,
  ...fillerAbi,
  ...routerAbi,
  ...approvalProxyAbi,
  ...testUsdcAbi,
  ...testBridgeAbi,
  ...testGasOracleAbi,
  ...testFeedAbi,
];

/** Names of functions in their contract, where ours say more. */
const originalNames: Readonly<Record<string, string>> = { bridgeSend: 'send' };

describe('generated selectors', () => {
  it('are those of the contracts', () => {
    for (const [name, selector] of Object.entries({ ...selectors, ...serviceSelectors })) {
      const found = abi
        .filter(
          (entry) => entry.type === 'function' && entry.name === (originalNames[name] ?? name),
        )
        .map((entry) => entry.type === 'function' && toFunctionSelector(entry));
      expect([...new Set(found)], name).toEqual([selector]);
    }
  });

  it('and so are the topics', () => {
    for (const [name, topic] of Object.entries(eventTopics)) {
      const found = abi.find(
        (entry) => entry.type === 'event' && entry.name.toLowerCase() === name.toLowerCase(),
      );
      expect(found?.type === 'event' && toEventSelector(found), name).toBe(topic);
    }
  });
});

const functions: Readonly<Record<keyof typeof poolSelectors, string>> = {
  token0: 'token0()',
  token1: 'token1()',
  fee: 'fee()',
  tickSpacing: 'tickSpacing()',
  slot0: 'slot0()',
  liquidity: 'liquidity()',
  tickBitmap: 'tickBitmap(int16)',
  ticks: 'ticks(int24)',
  observe: 'observe(uint32[])',
  getPair: 'getPair(address,address)',
  getPool: 'getPool(address,address,uint24)',
  getReserves: 'getReserves()',
  price0CumulativeLast: 'price0CumulativeLast()',
  price1CumulativeLast: 'price1CumulativeLast()',
  aggregate3: 'aggregate3((address,bool,bytes)[])',
  getEthBalance: 'getEthBalance(address)',
  swapExactTokensForTokens: 'swapExactTokensForTokens(uint256,uint256,address[],address)',
  swapTokensForExactTokens: 'swapTokensForExactTokens(uint256,uint256,address[],address)',
  exactInput: 'exactInput((bytes,address,uint256,uint256))',
  exactOutput: 'exactOutput((bytes,address,uint256,uint256))',
  multicall: 'multicall(uint256,bytes[])',
  unwrapWETH9: 'unwrapWETH9(uint256)',
  unwrapWETH9To: 'unwrapWETH9(uint256,address)',
  refundETH: 'refundETH()',
  WETH9: 'WETH9()',
  deposit: 'deposit()',
  withdraw: 'withdraw(uint256)',
};

const events: Readonly<Record<keyof typeof poolTopics, string>> = {
  sync: 'event Sync(uint112 reserve0, uint112 reserve1)',
  initialize: 'event Initialize(uint160 sqrtPriceX96, int24 tick)',
  swap: 'event Swap(address indexed sender, address indexed recipient, int256 amount0, int256 amount1, uint160 sqrtPriceX96, uint128 liquidity, int24 tick)',
  mint: 'event Mint(address sender, address indexed owner, int24 indexed tickLower, int24 indexed tickUpper, uint128 amount, uint256 amount0, uint256 amount1)',
  burn: 'event Burn(address indexed owner, int24 indexed tickLower, int24 indexed tickUpper, uint128 amount, uint256 amount0, uint256 amount1)',
};

describe('generated selectors of pools', () => {
  it('selectors are those of the calls', () => {
    expect(poolSelectors).toEqual(
      Object.fromEntries(
        Object.entries(functions).map(([name, signature]) => [name, toFunctionSelector(signature)]),
      ),
    );
  });

  it('topics are those of the events', () => {
    const topics = Object.entries(events).map(([name, signature]) => [
      name,
      toEventSelector(signature),
    ]);
    expect(poolTopics).toEqual(Object.fromEntries(topics));
  });
});

describe('the table of signed structs', () => {
  /** EIP-712 type text of a struct, with the structs that it holds in alphabetical order. */
  const textOf = (name: string): string => {
    const held = new Set<string>();
    const own = (struct: string): string =>
      `${struct}(${(structMembers[struct] ?? []).map((each) => `${each.type} ${each.name}`).join(',')})`;
    const visit = (struct: string): void => {
      for (const { type } of structMembers[struct] ?? []) {
        const inner = type.replace('[]', '');
        if (structMembers[inner] === undefined || held.has(inner)) continue;
        held.add(inner);
        visit(inner);
      }
    };
    visit(name);
    return [name, ...[...held].sort()].map(own).join('');
  };

  it('has the type hashes of the contracts and of the EIPs', () => {
    for (const [name, hash] of Object.entries({ ...planTypeHashes, ...permitTypeHashes }))
      expect(keccak256(toBytes(textOf(name))).slice(2), name).toBe(hash);
  });
});
