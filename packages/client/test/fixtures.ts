import {
  PortageError,
  type ChainInfo,
  type CurrencyAmount,
  type OrderData,
  type Quote,
  type QuoteBody,
  type Step,
} from '@portage/core';
import type { Codec } from '@portage/core/chain';
import {
  defineExecutor,
  type Effect,
  type Executor,
  type Submission,
  type TaskContext,
} from '@portage/core/executor';
import { evmTransactionDataSchema } from '@portage/core/schemas';
import { draftOrder, hashOrder } from '@portage/order';
import {
  decodeFunctionData,
  encodeFunctionData,
  erc20Abi,
  getAddress,
  hexToBytes,
  parseAbi,
  type Hex,
} from 'viem';
import { privateKeyToAccount } from 'viem/accounts';

export const user = '0xf39fd6e51aad88f6f4ce6ab8827279cfffb92266';
export const stranger = '0x000000000000000000000000000000000000dead';
export const usdc = {
  base: '0x1111111111111111111111111111111111111111',
  optimism: '0x2222222222222222222222222222222222222222',
};
export const depository = '0x3333333333333333333333333333333333333333';
export const filler = '0x4444444444444444444444444444444444444444';
export const solver = privateKeyToAccount(`0x${'59'.repeat(32)}`);
export const requestId: Hex = `0x${'ab'.repeat(32)}`;
export const now = 1_800_000_000;
export const amount = 1_000_000n;
export const expectedOutput = 990_000n;
export const minimumOutput = 980_100n;

/** EVM codec of an implementation that is not ours. */
export const codec: Codec = {
  vm: 'evm',
  nativeCurrency: '0x0000000000000000000000000000000000000000',
  normalizeAddress: (text) => canonical(text),
  encodeAddress: (text) => hexToBytes(canonical(text)),
  decodeAddress: (bytes) => canonical(`0x${Buffer.from(bytes).toString('hex')}`),
  encodeCurrency: (text) => hexToBytes(canonical(text)),
  normalizeTransactionId: (text) => text.toLowerCase(),
  encodeCall: ({ to, value, data }) =>
    `0x${to.slice(2)}${value.toString(16).padStart(64, '0')}${data.slice(2)}`,
};

function canonical(text: string): Hex {
  try {
    return getAddress(text).toLowerCase() as Hex;
  } catch (cause) {
    throw new PortageError('INVALID_ADDRESS', { cause });
  }
}

const depositoryAbi = parseAbi([
  'function depositErc20(address depositor,address token,uint256 amount,bytes32 id)',
]);

export const request: QuoteBody = {
  user,
  originChainId: 8453,
  destinationChainId: 10,
  originCurrency: usdc.base,
  destinationCurrency: usdc.optimism,
  amount: amount.toString(),
  slippageTolerance: '100',
  includeProtocolData: true,
};

export const chains: readonly ChainInfo[] = [
  chain(8453, 'base', usdc.base),
  chain(10, 'optimism', usdc.optimism),
];

function chain(id: number, slug: string, token: string): ChainInfo {
  const currency = {
    id: 'eth',
    symbol: 'ETH',
    name: 'Ether',
    address: codec.nativeCurrency,
    decimals: 18,
    supportsBridging: true,
  };
  const list = [
    {
      id: 'usdc',
      symbol: 'USDC',
      name: 'USD Coin',
      address: token,
      decimals: 6,
      supportsBridging: true,
    },
  ];
  return {
    id,
    name: slug,
    displayName: slug,
    httpRpcUrl: '',
    wsRpcUrl: '',
    explorerUrl: '',
    explorerName: '',
    depositEnabled: true,
    tokenSupport: 'Limited',
    disabled: false,
    partialDisableLimit: 0,
    blockProductionLagging: false,
    currency,
    withdrawalFee: 0,
    depositFee: 0,
    surgeEnabled: false,
    featuredTokens: [],
    erc20Currencies: list,
    solverCurrencies: list,
    iconUrl: '',
    contracts: {},
    vmType: 'evm',
    baseChainId: null,
    solverAddresses: [solver.address],
    tags: [],
    protocol: { v2: { chainId: slug, depository, filler, orderSigner: solver.address } },
  };
}

/** Data of the step that pays. */
export interface DepositCall {
  readonly to: string;
  readonly depositor: string;
  readonly token: string;
  readonly amount: bigint;
  readonly orderId: string;
  readonly chainId: number;
}

export function approveStep(spender: string = depository, value: bigint = amount): Step {
  const data = encodeFunctionData({
    abi: erc20Abi,
    functionName: 'approve',
    args: [spender as Hex, value],
  });
  return {
    id: 'approve',
    action: 'Approve',
    description: 'Approve USDC',
    kind: 'transaction',
    requestId,
    items: [
      {
        status: 'incomplete',
        data: { from: user, to: usdc.base, data, value: '0', chainId: 8453 },
      },
    ],
  };
}

export function depositStep(call: Partial<DepositCall> & { readonly orderId: string }): Step {
  const {
    to = depository,
    depositor = user,
    token = usdc.base,
    amount: paid = amount,
    orderId,
    chainId = 8453,
  } = call;
  const data = encodeFunctionData({
    abi: depositoryAbi,
    functionName: 'depositErc20',
    args: [depositor as Hex, token as Hex, paid, orderId as Hex],
  });
  return {
    id: 'deposit',
    action: 'Deposit',
    description: 'Pay',
    kind: 'transaction',
    requestId,
    items: [
      {
        status: 'incomplete',
        data: { from: user, to, data, value: '0', chainId },
        check: { endpoint: `/intents/status/v3?requestId=${requestId}`, method: 'GET' },
      },
    ],
  };
}

/** An honest quote for {@link request}, its order hashed and signed. */
export async function makeQuote(): Promise<Quote> {
  const word = `0x${filler.slice(2).padStart(64, '0')}`;
  const orderData = draftOrder({
    solver: { chainSlug: 'base', address: solver.address },
    salt: `0x${'07'.repeat(32)}`,
    deadline: 4_000_000_000,
    origin: {
      chainSlug: 'base',
      currency: usdc.base,
      extraData: word,
      refundRecipient: user,
      amount,
    },
    destination: {
      chainSlug: 'optimism',
      currency: usdc.optimism,
      extraData: word,
      refundRecipient: user,
      recipient: user,
      minimumAmount: minimumOutput,
      expectedAmount: expectedOutput,
      calls: [],
    },
  });
  return await signQuote({ steps: [], orderData });
}

/** A quote around an order: its id and signature are those of the order. */
export async function signQuote({
  orderData,
  steps,
}: {
  orderData: OrderData;
  steps: Step[];
}): Promise<Quote> {
  const orderId = hashOrder(orderData, () => codec);
  const orderSignature = await solver.signMessage({ message: { raw: orderId } });
  const zero = currencyAmount(8453, usdc.base, 0n, 0n);
  const currencyIn = currencyAmount(8453, usdc.base, amount, amount);
  const currencyOut = currencyAmount(10, usdc.optimism, expectedOutput, minimumOutput);
  const impact = { usd: '0.000000', percent: '0' };
  const tolerance = { usd: '0.000000', value: '0', percent: '0' };
  const usd = { usd: '0.000000' };
  return {
    requestId,
    steps: steps.length > 0 ? steps : [approveStep(), depositStep({ orderId })],
    fees: {
      gas: zero,
      relayer: zero,
      relayerGas: zero,
      relayerService: zero,
      app: zero,
      subsidized: zero,
    },
    feeSponsorship: { quoted: { selectedComponents: [], capHit: false, components: {} } },
    details: {
      operation: 'bridge',
      sender: user,
      recipient: user,
      currencyIn,
      currencyOut,
      refundCurrency: currencyIn,
      totalImpact: impact,
      swapImpact: impact,
      expandedPriceImpact: {
        swap: usd,
        execution: usd,
        'the service': usd,
        app: usd,
        sponsored: usd,
      },
      rate: '0.99',
      slippageTolerance: { origin: tolerance, destination: tolerance },
      timeEstimate: 2,
      userBalance: amount.toString(),
      isFixedRate: false,
      route: {
        origin: { inputCurrency: currencyIn, outputCurrency: currencyIn, router: 'portage' },
        destination: { inputCurrency: currencyOut, outputCurrency: currencyOut, router: 'portage' },
      },
    },
    protocol: {
      v2: {
        orderId,
        orderSignature,
        orderData,
        paymentDetails: {
          chainId: 'base',
          depository,
          currency: usdc.base,
          amount: amount.toString(),
        },
      },
    },
  };
}

function currencyAmount(
  chainId: number,
  address: string,
  value: bigint,
  minimum: bigint,
): CurrencyAmount {
  return {
    currency: {
      chainId,
      address,
      symbol: 'USDC',
      name: 'USD Coin',
      decimals: 6,
      metadata: { logoURI: '', verified: true },
    },
    amount: value.toString(),
    amountFormatted: (Number(value) / 1e6).toString(),
    amountUsd: '0.000000',
    minimumAmount: minimum.toString(),
  };
}

/** Behaviour of a test wallet. */
export interface WalletScript {
  submit?(stepId: string, context: TaskContext): Promise<Submission>;
  confirm?(submission: Submission, context: TaskContext): Promise<void>;
  isDone?(to: string): Promise<boolean>;
  readonly isKnown?: (submission: Submission) => Promise<boolean>;
  claimAll?: Executor['claimAll'];
}

/** An executor that decodes real calldata, and whose wallet does what the test says. */
export function makeExecutor(
  script: WalletScript = {},
): Executor & { readonly submitted: string[] } {
  const submitted: string[] = [];
  const executor = defineExecutor({
    vm: 'evm',
    codec,
    read: (data) => evmTransactionDataSchema.safeParse(data).data,
    address: async () => user,
    effects: (data) => [readEffect(data)],
    submit: async (_, context, step) => {
      submitted.push(step.id);
      return (
        (await script.submit?.(step.id, context)) ?? {
          type: 'transaction',
          chainId: 8453,
          txId: txIdOf(step.id),
        }
      );
    },
    isDone: async (data) => (await script.isDone?.(data.to)) ?? false,
    confirm: async (submission, context) => await script.confirm?.(submission, context),
    ...(script.isKnown === undefined ? {} : { isKnown: script.isKnown }),
    ...(script.claimAll === undefined ? {} : { claimAll: script.claimAll }),
  });
  return { ...executor, submitted };
}

export function txIdOf(stepId: string): string {
  return `0x${Buffer.from(stepId).toString('hex').padStart(64, '0')}`;
}

function readEffect({ to, data, chainId }: { to: string; data: string; chainId: number }): Effect {
  try {
    const { args } = decodeFunctionData({ abi: depositoryAbi, data: data as Hex });
    return {
      type: 'deposit',
      chainId,
      depository: to,
      depositor: args[0],
      currency: args[1],
      amount: args[2],
      orderId: args[3],
    };
  } catch {
    // Not a deposit.
  }
  try {
    const { functionName, args } = decodeFunctionData({ abi: erc20Abi, data: data as Hex });
    if (functionName === 'approve')
      return { type: 'approval', chainId, spender: args[0], currency: to, amount: args[1] };
    if (functionName === 'transfer')
      return { type: 'payment', chainId, recipient: args[0], currency: to, amount: args[1] };
  } catch {
    // Not a call of a token.
  }
  return { type: 'unknown', chainId, reason: `selector ${data.slice(0, 10)}` };
}
