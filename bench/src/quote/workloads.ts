import { privateKeyToAddress } from 'viem/accounts';
import { pad, toHex, zeroAddress } from 'viem';

/** Quotes of one load: the same question of many different users. */
export interface Workload {
  readonly name: 'small' | 'full' | 'full with key';
  /** True if an API key is sent along. */
  readonly hasKey: boolean;
  readonly bodies: readonly string[];
}

/** Distinct payers; each appears again after this many quotes. */
const payers = 256;

/** Addresses with their checksums, as wallets write them. */
function addresses(): readonly string[] {
  return Array.from({ length: payers }, (_, index) =>
    privateKeyToAddress(pad(toHex(index + 1), { size: 32 })),
  );
}

function smallBody(user: string): Readonly<Record<string, unknown>> {
  return { user, originChainId: 8453, destinationChainId: 10, amount: '100000000000000000' };
}

/**
 * Body with every member that a plain bridge can have, two app fees among them. It leaves out
 * members that need others: a sponsor's, a deposit address's, a gas top-up's, a fixed rate, a
 * gasless deposit.
 */
function fullBody(user: string, recipient: string): Readonly<Record<string, unknown>> {
  const native = zeroAddress;
  return {
    user,
    recipient,
    originChainId: 8453,
    destinationChainId: 10,
    originCurrency: native,
    destinationCurrency: native,
    amount: '100000000000000000',
    tradeType: 'EXACT_INPUT',
    txs: [],
    txsGasLimit: 400_000,
    authorizationList: [],
    additionalData: { userPublicKey: `02${'a1'.repeat(32)}` },
    referrer: 'app.example.com',
    referrerAddress: recipient,
    refundTo: user,
    refundOnOrigin: true,
    topupGas: false,
    enableTrueExactOutput: false,
    explicitDeposit: true,
    useExternalLiquidity: false,
    useFallbacks: true,
    usePermit: false,
    permitExpiry: 600,
    includeProtocolData: false,
    useDepositAddress: false,
    strict: false,
    slippageTolerance: '50',
    latePaymentSlippageTolerance: '0',
    forceSolverExecution: false,
    appFees: [
      { recipient: user, fee: '25' },
      { recipient, fee: '12.5' },
    ],
    subsidizeFees: false,
    subsidizeRent: false,
    includedSwapSources: ['uniswap-v2', 'uniswap-v3'],
    excludedSwapSources: ['uniswap-v2'],
    includedOriginSwapSources: ['uniswap-v3'],
    includedDestinationSwapSources: ['uniswap-v3'],
    maxRouteLength: 4,
    useSharedAccounts: true,
    includeComputeUnitLimit: true,
    overridePriceImpact: false,
    disableSwapProviderPreference: false,
    disableOriginSwaps: false,
    indicativeQuote: false,
    useRouteRacing: false,
    routeRacingMinUsdSize: 100,
    ttl: 1_800,
  };
}

/**
 * Measured loads: the least that a client may send, everything that it may, and everything with an
 * API key.
 */
export function workloads(): readonly Workload[] {
  const users = addresses();
  const small = users.map((user) => JSON.stringify(smallBody(user)));
  const full = users.map((user, index) =>
    JSON.stringify(fullBody(user, users[(index + 1) % users.length] ?? user)),
  );
  return [
    { name: 'small', hasKey: false, bodies: small },
    { name: 'full', hasKey: false, bodies: full },
    { name: 'full with key', hasKey: true, bodies: full },
  ];
}
