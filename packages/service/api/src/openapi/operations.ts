import type { EndpointName } from '@portage/core/schemas';
import type { JsonObject } from './json.js';

/** Groups of operations, in the order in which the document lists them. */
export const groups = {
  Quotes: 'What a transfer costs, and the steps that pay it.',
  Requests: 'What becomes of a request.',
  'Payment by signature': 'Deposits that the payer signs and the solver sends.',
  'Deposit addresses': 'Orders that a plain transfer pays.',
  'Chains and currencies': 'What the service offers.',
  'App fees': 'What apps earned.',
  Keys: 'What holders of API keys see.',
  Webhooks: 'Where owners of API keys are told of their requests.',
  Service: 'How the service is.',
  Withdrawals: 'Money that comes out of the depository.',
  Dashboard: 'What the dashboard shows: to operators all, to apps what came with their keys.',
} as const;

/** Words of the document about an operation, beside its schemas. */
export interface Operation {
  readonly group: keyof typeof groups;
  /** One sentence, behind the summary. */
  readonly description: string;
  /** Path and query members, and a body, that the service takes as they stand. */
  readonly parameters?: JsonObject;
  readonly body?: JsonObject;
}

/** First account of a devnet, whose key everybody knows. */
const user = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266';
/** Has the form of an id, a hash or a signature, and names nothing. */
const requestId = `0x${'11'.repeat(32)}`;
const txHash = `0x${'22'.repeat(32)}`;
const signature = `0x${'33'.repeat(65)}`;
const webhookId = 'wh_0123456789abcdef';
const depositAddress = `0x${'44'.repeat(20)}`;

/** All operations by name. An example of something of its caller’s own names nothing. */
export const operations: Readonly<Record<EndpointName, Operation>> = {
  quote: {
    group: 'Quotes',
    description: 'Answers what a transfer costs and the ordered steps that the payer performs.',
    body: {
      user,
      originChainId: 8453,
      destinationChainId: 10,
      originCurrency: '0x0000000000000000000000000000000000000000',
      destinationCurrency: '0x0000000000000000000000000000000000000000',
      amount: '100000000000000000',
      tradeType: 'EXACT_INPUT',
    },
  },
  status: {
    group: 'Requests',
    description: 'Answers where a request stands, once or as a stream of its changes.',
    parameters: { requestId },
  },
  legacyStatus: {
    group: 'Requests',
    description: 'Answers where a request stands in the words of the time before versions.',
    parameters: { requestId },
  },
  requests: {
    group: 'Requests',
    description: 'Lists requests that all given filters match, a page at a time.',
    parameters: { limit: 5, sortBy: 'updatedAt' },
  },
  transactionsIndex: {
    group: 'Requests',
    description: 'Has the service look at a transaction now, so that its deposits are seen sooner.',
    body: { chainId: '8453', txHash },
  },
  transactionsSingle: {
    group: 'Requests',
    description: 'Tells the service of a transaction that a wallet sent for a request.',
    body: { requestId, chainId: '8453', tx: JSON.stringify({ txHash }) },
  },
  fastFill: {
    group: 'Requests',
    description:
      'Has a request paid before its deposit is final; app fees of the key’s wallet stand good.',
    body: { requestId, maxFillAmountUsd: 500 },
  },
  executePermits: {
    group: 'Payment by signature',
    description: 'Takes the signature that a step of kind `signature` asked the payer for.',
    parameters: { signature },
    body: { kind: 'eip3009', requestId },
  },
  execute: {
    group: 'Payment by signature',
    description: 'Sends a call of the payer’s delegated account that makes the deposit of a quote.',
    body: {
      executionKind: 'rawCalls',
      data: { chainId: 8453, to: user, data: '0x', value: '0' },
      executionOptions: { subsidizeFees: false },
      requestId,
    },
  },
  depositAddress: {
    group: 'Deposit addresses',
    description: 'Finds a deposit address by itself, by its id, or by a request.',
    parameters: { address: depositAddress },
  },
  depositAddressReindex: {
    group: 'Deposit addresses',
    description: 'Has the service look at a deposit address now, in every currency of its chain.',
    body: { chainId: 8453, depositAddress },
  },
  chains: {
    group: 'Chains and currencies',
    description: 'Lists the chains on offer with their currencies and contracts.',
    parameters: { includeChains: '8453,10' },
  },
  currencies: {
    group: 'Chains and currencies',
    description: 'Searches currencies by symbol, name, address or id; the closest comes first.',
    body: { term: 'usdc', chainIds: [8453, 10], limit: 5 },
  },
  swapSources: {
    group: 'Chains and currencies',
    description: 'Names the sources of swaps that quotes can include and exclude.',
    parameters: { chainId: 8453 },
  },
  config: {
    group: 'Chains and currencies',
    description: 'Tells what the solver takes on between two chains; quotes say it better.',
    parameters: { originChainId: 8453, destinationChainId: 10, user, currency: 'usdc' },
  },
  appFeeBalances: {
    group: 'App fees',
    description: 'Answers what a wallet earned in app fees and did not claim.',
    parameters: { wallet: user },
  },
  appFeeClaim: {
    group: 'App fees',
    description: 'Asks for the steps by which a wallet claims its app fees.',
    parameters: { wallet: user },
    body: {
      chainId: 8453,
      currency: '0x0000000000000000000000000000000000000000',
      recipient: user,
    },
  },
  appFeeClaims: {
    group: 'App fees',
    description: 'Lists the claims of a wallet.',
    parameters: { wallet: user },
  },
  usage: {
    group: 'Keys',
    description: 'Counts the calls of the key that asks, by endpoint, status and error code.',
    parameters: { granularity: 'daily' },
  },
  modelStatusV2: {
    group: 'Requests',
    description: 'Answers where a request stands in the words of version 2.',
    parameters: { requestId },
  },
  modelRequestsV3: {
    group: 'Requests',
    description: 'Lists requests in the words of version 3; a page may hold less than its limit.',
    parameters: { limit: 5, sortBy: 'updatedAt' },
  },
  modelDepositAddressV2: {
    group: 'Deposit addresses',
    description: 'Finds a deposit address, its transfers and their sweeps.',
    parameters: { address: depositAddress },
  },
  modelDepositAddressDisable: {
    group: 'Deposit addresses',
    description: 'Has all that comes to a deposit address paid back, for the owner of its key.',
    body: { depositAddressId: requestId },
  },
  modelTokenPrice: {
    group: 'Chains and currencies',
    description: 'Answers the USD of one whole unit of a currency, for people.',
    parameters: { chainId: 8453, address: '0x0000000000000000000000000000000000000000' },
  },
  modelTrending: {
    group: 'Chains and currencies',
    description: 'Lists currencies as a search does, the most useful first.',
    parameters: { chainId: 8453, limit: 5 },
  },
  modelLiquidity: {
    group: 'Chains and currencies',
    description: 'Answers what the solver may spend on a chain.',
    parameters: { chainId: 8453 },
  },
  modelRates: {
    group: 'Chains and currencies',
    description: 'Answers the USD of one whole unit of each asset, by symbol, for people.',
  },
  webhookList: {
    group: 'Webhooks',
    description: 'Lists the webhooks of the owner of the key, with what waits for them.',
  },
  webhookCreate: {
    group: 'Webhooks',
    description: 'Subscribes a URL to events and answers the secret that signs them, this once.',
    body: { url: 'https://shop.example/hooks' },
  },
  webhookChange: {
    group: 'Webhooks',
    description: 'Changes the URL or the events, pauses, or resumes with all that waited.',
    parameters: { webhookId },
    body: { state: 'paused' },
  },
  webhookDelete: {
    group: 'Webhooks',
    description: 'Ends a webhook, with all that waits for it.',
    parameters: { webhookId },
    body: {},
  },
  webhookRotate: {
    group: 'Webhooks',
    description: 'Answers a new secret; for a while the former one signs as well.',
    parameters: { webhookId },
    body: { overlapSeconds: 3600 },
  },
  webhookTest: {
    group: 'Webhooks',
    description: 'Delivers an event that tells of no request.',
    parameters: { webhookId },
    body: {},
  },
  webhookReplay: {
    group: 'Webhooks',
    description: 'Delivers the events of a time once more, in order and under their ids.',
    parameters: { webhookId },
    body: { startTimestamp: 1795219200, endTimestamp: 1795305600 },
  },
  webhookDeliveries: {
    group: 'Webhooks',
    description: 'Lists deliveries with what came of their newest attempts.',
    parameters: { webhookId, limit: 5 },
  },
  health: {
    group: 'Service',
    description: 'Answers whether the database and each chain are well.',
  },
  serviceLevels: {
    group: 'Service',
    description:
      'Answers how often the service answered, how requests ended and how long fills took.',
    parameters: { days: 30 },
  },
  withdrawalRequest: {
    group: 'Withdrawals',
    description: 'Prepares a withdrawal from the depository, or starts it with its signature.',
    body: {
      chainId: 'base',
      currency: '0x0000000000000000000000000000000000000000',
      amount: '1000000000000000',
      ownerChainId: 'base',
      owner: user,
      recipient: user,
    },
  },
  withdrawalBalances: {
    group: 'Withdrawals',
    description: 'Lists what an owner may withdraw, by currency.',
    parameters: { recoveryAddress: user, ownerChainId: 'base', limit: 5 },
  },
  withdrawalStatus: {
    group: 'Withdrawals',
    description: 'Answers how far a withdrawal is.',
    parameters: { id: requestId },
  },
  dashboardSession: {
    group: 'Dashboard',
    description: 'Tells the holder of a key its role, and whose sponsor and wallet it has.',
  },
  dashboardRequests: {
    group: 'Dashboard',
    description: 'Lists requests by filters: all for operators, those of its key for an app.',
    parameters: { limit: 5, status: 'success' },
  },
  dashboardRequest: {
    group: 'Dashboard',
    description: 'Tells of a request its deposits, payouts, transactions and ledger entries.',
    parameters: { requestId },
  },
  dashboardOverview: {
    group: 'Dashboard',
    description:
      'Sums up the newest 5,000 requests of a window; it is computed anew each 2 seconds.',
    parameters: { window: 'day' },
  },
  dashboardUsage: {
    group: 'Dashboard',
    description: 'Counts calls as `/metrics/usage` does; for operators those of all keys.',
    parameters: { granularity: 'hourly' },
  },
  dashboardMoney: {
    group: 'Dashboard',
    description: 'Tells what apps have earned and what sponsors have left.',
  },
  dashboardKeys: {
    group: 'Dashboard',
    description: 'Lists API keys of the owner, for operators all, and when each was used last.',
  },
  dashboardService: {
    group: 'Dashboard',
    description: 'Tells operators what each chain holds beside the books, its halts, and prices.',
  },
};
