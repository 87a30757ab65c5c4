import { isPortageError, zeroAddress, type ChainInfo, type Quote } from '@portage/core';
import type { FacadeCall, FacadeRoute } from '@portage/core/plugin';
import { lifi } from '../src/lifi.js';

const payer = '0x00000000000000000000000000000000000a11ce';
const usdc = '0x00000000000000000000000000000000000005dc';
const depository = '0x00000000000000000000000000000000000000de';

/** Accounts and contracts of the tests. */
export const places: {
  readonly payer: string;
  readonly usdc: string;
  readonly depository: string;
} = { payer, usdc, depository };

/** Chain with a native currency and USDC. */
export function fakeChain(id: number, name: string, vmType: string): ChainInfo {
  const native = { id: 'eth', symbol: 'ETH', name: 'Ether', address: zeroAddress, decimals: 18 };
  const dollar = { id: 'usdc', symbol: 'USDC', name: 'USD Coin', address: usdc, decimals: 6 };
  const [currency, token] = [
    { ...native, supportsBridging: true },
    { ...dollar, supportsBridging: true },
  ] as const;
  return {
    id,
    name,
    displayName: name,
    httpRpcUrl: 'https://rpc.example',
    wsRpcUrl: '',
    explorerUrl: 'https://explorer.example',
    explorerName: 'Explorer',
    depositEnabled: true,
    tokenSupport: 'All',
    disabled: false,
    partialDisableLimit: 0,
    blockProductionLagging: false,
    currency,
    withdrawalFee: 0,
    depositFee: 0,
    surgeEnabled: false,
    featuredTokens: [],
    erc20Currencies: [token],
    solverCurrencies: [currency, token],
    iconUrl: '',
    contracts: {},
    vmType,
    baseChainId: null,
    solverAddresses: [],
    tags: [],
    protocol: { v2: { chainId: name } },
  };
}

function amountOf(chainId: number, amount: string): Quote['details']['currencyIn'] {
  const metadata = { logoURI: '', verified: true };
  return {
    currency: { chainId, address: usdc, symbol: 'USDC', name: 'USD Coin', decimals: 6, metadata },
    amount,
    amountFormatted: '1',
    amountUsd: String(Number(amount) / 1e6),
    minimumAmount: amount,
  };
}

const requestId = `0x${'ab'.repeat(32)}`;

/** An approval, and the payment behind it. */
function fakeSteps(): Quote['steps'] {
  const transaction = { from: payer, chainId: 1, value: '0' };
  const word = `${'0'.repeat(24)}${depository.slice(2)}`;
  const data = `0x095ea7b3${word}${'0'.repeat(64)}`;
  return [
    {
      id: 'approve',
      action: 'Approve',
      description: '',
      kind: 'transaction',
      items: [{ status: 'incomplete', data: { ...transaction, to: usdc, data, gas: '50000' } }],
    },
    {
      id: 'deposit',
      action: 'Pay',
      description: '',
      kind: 'transaction',
      items: [
        {
          status: 'incomplete',
          data: { ...transaction, to: depository, data: '0x01', gas: '90000' },
        },
      ],
    },
  ];
}

/** Quote of USDC with an approval. */
export function fakeQuote(): Quote {
  const [input, output, fee] = [
    amountOf(1, '1000000'),
    amountOf(10, '997500'),
    amountOf(1, '2500'),
  ];
  const impact = { usd: '-0.0025', percent: '-0.25' };
  const side = { inputCurrency: input, outputCurrency: output, router: '' };
  const tolerance = { usd: '0', value: '0', percent: '0' };
  const usd = { usd: '0' };
  return {
    requestId,
    steps: fakeSteps(),
    fees: {
      gas: fee,
      relayer: fee,
      relayerGas: fee,
      relayerService: fee,
      app: fee,
      subsidized: fee,
    },
    feeSponsorship: { quoted: { selectedComponents: [], capHit: false, components: {} } },
    details: {
      operation: 'bridge',
      sender: payer,
      recipient: payer,
      currencyIn: input,
      currencyOut: output,
      refundCurrency: input,
      totalImpact: impact,
      swapImpact: impact,
      expandedPriceImpact: {
        swap: usd,
        execution: usd,
        'the service': usd,
        app: usd,
        sponsored: usd,
      },
      rate: '1',
      slippageTolerance: { origin: tolerance, destination: tolerance },
      timeEstimate: 3,
      userBalance: '0',
      isFixedRate: false,
      route: { origin: side, destination: side },
    },
    protocol: {},
  };
}

/** Answers of the endpoints that a test's façade asks. */
export type Answers = Readonly<Record<string, unknown>>;

/** Answer of a route of the façade, and what it asked the service. */
export interface Called {
  readonly answer: unknown;
  /** Code of the error that it threw instead. */
  readonly code: string | undefined;
  readonly message: string;
  readonly asked: readonly { readonly endpoint: string; readonly question: unknown }[];
}

/** Calls a route of the façade over a service that answers by a table. */
export async function callRoute(
  name: string,
  { query = {}, body }: Partial<Pick<FacadeCall, 'query' | 'body'>> = {},
  answers: Answers = {},
): Promise<Called> {
  const route = findRoute(name);
  const asked: { endpoint: string; question: unknown }[] = [];
  const chains = [
    fakeChain(1, 'one', 'evm'),
    fakeChain(10, 'ten', 'evm'),
    fakeChain(7, 'sol', 'svm'),
    fakeChain(8, 'perps', 'lvm'),
  ];
  const known: Answers = {
    chains: { chains },
    modelRates: { ETH: 2500, USDC: 1 },
    quote: fakeQuote(),
    swapSources: { sources: ['uniswap-v3'] },
    requests: { requests: [] },
    ...answers,
  };
  const ask: FacadeCall['ask'] = (endpoint, question) => {
    asked.push({ endpoint, question });
    const answer = known[endpoint];
    return answer instanceof Error ? Promise.reject(answer) : Promise.resolve(answer);
  };
  try {
    const answer = await route.answer({ params: {}, query, body, ask });
    return { answer, code: undefined, message: '', asked };
  } catch (error) {
    const message = error instanceof Error ? error.message : '';
    return {
      answer: undefined,
      code: isPortageError(error) ? error.code : 'OTHER',
      message,
      asked,
    };
  }
}

function findRoute(name: string): FacadeRoute {
  const found = lifi.routes.find(({ method, path }) => `${method} ${path}` === name);
  if (found === undefined) throw new Error(`There is no route ${name}.`);
  return found;
}
