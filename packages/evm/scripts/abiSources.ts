/**
 * Calls, events, errors and signed structs that the EVM packages write and read, each with the
 * place that its signature comes from. `generateAbi.ts` makes `src/abi/generated` of them.
 */
import { parseAbi } from 'viem';
import {
  approvalProxyAbi,
  contractErrorsAbi,
  depositAddressesAbi,
  depositoryAbi,
  fillerAbi,
  permit2PlanTypes,
  routerAbi,
  testBridgeAbi,
  transferTypes,
  withdrawalTypes,
} from '../../contracts/src/index.js';
import type { AbiTable } from './abiTable.js';
import { poolSelectorTable, uniswapV2, uniswapV3 } from './poolSelectors.js';

const contracts = 'packages/contracts';
const erc20 = 'https://eips.ethereum.org/EIPS/eip-20';
const chainlink = 'https://docs.chain.link/data-feeds/api-reference';

export const selectorTables: readonly AbiTable[] = [
  {
    name: 'selectors',
    doc: 'Calls that a payer makes: of tokens, and of the contracts of the service.',
    sources: [
      {
        from: erc20,
        abi: parseAbi([
          'function approve(address spender, uint256 value)',
          'function transfer(address to, uint256 value)',
          'function balanceOf(address owner)',
          'function decimals()',
          'function allowance(address owner, address spender)',
        ]),
        names: ['approve', 'transfer', 'balanceOf', 'decimals', 'allowance'],
      },
      { from: contracts, abi: depositoryAbi, names: ['depositNative', 'depositErc20'] },
      { from: contracts, abi: routerAbi, names: ['execute'] },
      { from: contracts, abi: approvalProxyAbi, names: ['pull'] },
    ],
  },
  {
    name: 'reclaimSelectors',
    doc: 'Calls by which a depositor takes its deposit back.',
    sources: [
      {
        from: contracts,
        abi: depositoryAbi,
        names: ['requestReclaim', 'reclaim', 'escrowOf', 'reclaimOf'],
      },
    ],
  },
  {
    name: 'serviceSelectors',
    doc: 'Calls that the service alone makes, of tokens and of its contracts. Wallets load none.',
    sources: [
      {
        from: 'https://eips.ethereum.org/EIPS/eip-1271',
        abi: parseAbi(['function isValidSignature(bytes32 hash, bytes signature)']),
        names: ['isValidSignature'],
      },
      {
        from: 'https://eips.ethereum.org/EIPS/eip-2612',
        abi: parseAbi(['function nonces(address owner)', 'function DOMAIN_SEPARATOR()']),
        names: ['nonces', 'DOMAIN_SEPARATOR'],
      },
      {
        from: 'https://eips.ethereum.org/EIPS/eip-5267',
        abi: parseAbi(['function eip712Domain()']),
        names: ['eip712Domain'],
      },
      {
        from: contracts,
        abi: depositoryAbi,
        names: [
          'withdraw',
          'allocator',
          'availableOf',
          'limitOf',
          'isNonceUsed',
          'surplusOf',
          'withdrawalsPausedUntil',
          'RECLAIM_DELAY',
          'owner',
          'guardian',
        ],
      },
      {
        from: contracts,
        abi: fillerAbi,
        names: ['fillNative', 'fillErc20', 'fillWithCalls', 'fillPlan', 'isFilled', 'RUNNER'],
      },
      { from: contracts, abi: routerAbi, names: ['PROXY'] },
      { from: contracts, abi: testBridgeAbi, names: [['bridgeSend', 'send'], 'deliveryOf'] },
      {
        from: contracts,
        abi: approvalProxyAbi,
        names: ['pullAuthorized', 'pullPermit2', 'pullSigned'],
      },
      { from: contracts, abi: depositAddressesAbi, names: ['sweep', 'computeDepositAddress'] },
      {
        from: 'https://docs.optimism.io/op-stack/transactions/fees',
        abi: parseAbi([
          'function getL1Fee(bytes transaction)',
          'function getOperatorFee(uint256 gasUsed)',
        ]),
        names: ['getL1Fee', 'getOperatorFee'],
      },
      {
        from: 'https://docs.arbitrum.io/build-decentralized-apps/precompiles/reference',
        abi: parseAbi(['function getPricesInWei()']),
        names: ['getPricesInWei'],
      },
      {
        from: chainlink,
        abi: parseAbi(['function latestRoundData()']),
        names: ['latestRoundData'],
      },
    ],
  },
  poolSelectorTable,
  {
    name: 'errorSelectors',
    doc: 'Errors that calls revert with.',
    sources: [
      {
        from: 'https://docs.soliditylang.org/en/latest/control-structures.html',
        abi: parseAbi(['error Error(string)', 'error Panic(uint256)']),
        names: ['Error', 'Panic'],
      },
      {
        from: 'https://eips.ethereum.org/EIPS/eip-6093',
        abi: parseAbi([
          'error ERC20InsufficientBalance(address sender, uint256 balance, uint256 needed)',
          'error ERC20InsufficientAllowance(address spender, uint256 allowance, uint256 needed)',
        ]),
        names: ['ERC20InsufficientBalance', 'ERC20InsufficientAllowance'],
      },
      {
        from: contracts,
        abi: contractErrorsAbi,
        names: [
          'CallFailed',
          'DepositsArePaused',
          'ZeroAmount',
          'ZeroId',
          'TokenWithoutCode',
          'SafeERC20FailedOperation',
          'BelowMinimum',
          'PlanExpired',
          'PlanAlreadyExecuted',
        ],
      },
    ],
  },
  {
    name: 'serviceErrors',
    doc: 'Errors that the service alone reads.',
    sources: [{ from: contracts, abi: depositoryAbi, names: ['InvalidSignature'] }],
  },
  {
    name: 'wrapperSelectors',
    doc: 'Errors that hold the error of another call.',
    sources: [
      { from: contracts, abi: contractErrorsAbi, names: ['CallFailed'] },
      {
        from: 'multicalls of many accounts',
        abi: parseAbi(['error CallFailed(bytes reason)']),
        names: [['CallFailedWithReason', 'CallFailed(bytes)']],
      },
      {
        from: 'https://eips.ethereum.org/EIPS/eip-7751',
        abi: parseAbi([
          'error WrappedError(address target, bytes4 selector, bytes reason, bytes details)',
        ]),
        names: ['WrappedError'],
      },
      {
        from: 'https://eips.ethereum.org/EIPS/eip-4337',
        abi: parseAbi(['error FailedOpWithRevert(uint256 opIndex, string reason, bytes inner)']),
        names: ['FailedOpWithRevert'],
      },
    ],
  },
];

export const topicTables: readonly AbiTable[] = [
  {
    name: 'eventTopics',
    doc: 'Events of the contracts of the service.',
    sources: [
      {
        from: contracts,
        abi: depositoryAbi,
        names: [
          ['deposit', 'Deposit'],
          ['released', 'Released'],
          ['reclaimRequested', 'ReclaimRequested'],
          ['reclaimed', 'Reclaimed'],
        ],
      },
      { from: contracts, abi: fillerAbi, names: [['filled', 'Filled']] },
      { from: contracts, abi: routerAbi, names: [['planExecuted', 'PlanExecuted']] },
    ],
  },
  {
    name: 'serviceTopics',
    doc: 'Events that the service alone reads. Wallets load none.',
    sources: [{ from: contracts, abi: depositoryAbi, names: [['withdrawn', 'Withdrawn']] }],
  },
  {
    name: 'tokenTopics',
    doc: 'Events of tokens.',
    sources: [
      {
        from: erc20,
        abi: parseAbi([
          'event Transfer(address indexed from, address indexed to, uint256 value)',
          'event Approval(address indexed owner, address indexed spender, uint256 value)',
        ]),
        names: [
          ['transfer', 'Transfer'],
          ['approval', 'Approval'],
        ],
      },
    ],
  },
  {
    name: 'poolTopics',
    doc: 'Events that change a Uniswap pool.',
    sources: [
      {
        from: uniswapV2,
        abi: parseAbi(['event Sync(uint112 reserve0, uint112 reserve1)']),
        names: [['sync', 'Sync']],
      },
      {
        from: uniswapV3,
        abi: parseAbi([
          'event Initialize(uint160 sqrtPriceX96, int24 tick)',
          'event Swap(address indexed sender, address indexed recipient, int256 amount0, int256 amount1, uint160 sqrtPriceX96, uint128 liquidity, int24 tick)',
          'event Mint(address sender, address indexed owner, int24 indexed tickLower, int24 indexed tickUpper, uint128 amount, uint256 amount0, uint256 amount1)',
          'event Burn(address indexed owner, int24 indexed tickLower, int24 indexed tickUpper, uint128 amount, uint256 amount0, uint256 amount1)',
        ]),
        names: [
          ['initialize', 'Initialize'],
          ['swap', 'Swap'],
          ['mint', 'Mint'],
          ['burn', 'Burn'],
        ],
      },
    ],
  },
];

/** Type texts of signed structs that become one table of hashes. */
export interface TypeTable {
  readonly name: string;
  readonly doc: string;
  /** EIP-712 type texts by the name that they get here. */
  readonly texts: Readonly<Record<string, string>>;
  /** Members of structs, as the contracts publish them. */
  readonly types: Readonly<Record<string, readonly TypedMember[]>>;
}

/** Member of an EIP-712 struct. */
export interface TypedMember {
  readonly name: string;
  readonly type: string;
}

const { PermitWitnessTransferFrom, TokenPermissions } = permit2PlanTypes;
const { Transfer, ...planTypes } = transferTypes;

export const typeTables: readonly TypeTable[] = [
  { name: 'planTypeHashes', doc: 'Plans and what they hold.', texts: {}, types: planTypes },
  {
    name: 'permitTypeHashes',
    doc: 'Permits, which hold plans.',
    texts: {
      // https://eips.ethereum.org/EIPS/eip-2612
      Permit: 'Permit(address owner,address spender,uint256 value,uint256 nonce,uint256 deadline)',
      // https://eips.ethereum.org/EIPS/eip-3009
      ReceiveWithAuthorization:
        'ReceiveWithAuthorization(address from,address to,uint256 value,uint256 validAfter,uint256 validBefore,bytes32 nonce)',
    },
    types: { PermitWitnessTransferFrom, TokenPermissions, Transfer },
  },
  {
    name: 'withdrawalTypeHashes',
    doc: 'Withdrawals from the depository.',
    texts: {},
    types: withdrawalTypes,
  },
  {
    name: 'domainTypeHashes',
    doc: 'EIP-712 domains; that of Permit2 has no version.',
    texts: {
      // https://eips.ethereum.org/EIPS/eip-712
      versioned:
        'EIP712Domain(string name,string version,uint256 chainId,address verifyingContract)',
      // https://github.com/Uniswap/permit2
      plain: 'EIP712Domain(string name,uint256 chainId,address verifyingContract)',
    },
    types: {},
  },
];

/** Every struct that the contracts publish, for structs that hold others. */
export const structTypes: Readonly<Record<string, readonly TypedMember[]>> = {
  ...permit2PlanTypes,
  ...transferTypes,
  ...withdrawalTypes,
};
