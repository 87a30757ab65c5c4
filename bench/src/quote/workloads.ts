import { privateKeyToAddress } from 'viem/accounts';
import { pad, toHex, zeroAddress } from 'viem';

/** What a load sends: the same question of many different users. */
export interface Workload {
  readonly name: 'small' | 'full' | 'full with key';
  /** Whether an API key comes with it. */
  readonly hasKey: boolean;
  readonly bodies: readonly string[];
}

/** Different payers; each appears again after so many quotes. */
const payers = 256;

/** Addresses with their checksums, as wallets hand them out. */
function addresses(): readonly string[] {
  return Array.from({ length: payers }, (_, index) =>
    privateKeyToAddress(pad(toHex(index + 1), { size: 32 })),
  );
}

function smallBody(user: string): Readonly<Record<string, unknown>> {
  return { user, originChainId: 8453, destinationChainId: 10, amount: '100000000000000000' };
}

/**
 * Every member of the body whose behaviour can be had for a plain bridge, two app fees among them.
 * Left out are members that a request has only together with others: a sponsor's, a deposit
 * address's, a gas top-up's, a fixed rate, a deposit without gas.
 */
function fullBody(user: string, recipient: string): Readonly<Record<string, unknown>> {
  const native = zeroAddress;
  return {
    ...{
      user,
      recipient,
      originChainId: 8453,
      destinationChainId: 10,
      originCurrency: native,
      destinationCurrency: native,
    },
    ...{
      amount: '100000000000000000',
      tradeType: 'EXACT_INPUT',
      txs: [],
      txsGasLimit: 400_000,
      authorizationList: [],
    },
    ...{
      additionalData: { userPublicKey: `02${'a1'.repeat(32)}` },
      referrer: 'app.example.com',
      referrerAddress: recipient,
      refundTo: user,
    },
    ...{
      refundOnOrigin: true,
      topupGas: false,
      enableTrueExactOutput: false,
      explicitDeposit: true,
      useExternalLiquidity: false,
    },
    ...{
      useFallbacks: true,
      usePermit: false,
      permitExpiry: 600,
      includeProtocolData: false,
      useDepositAddress: false,
      strict: false,
    },
    ...{ slippageTolerance: '50', latePaymentSlippageTolerance: '0', forceSolverExecution: false },
    appFees: [
      { recipient: user, fee: '25' },
      { recipient, fee: '12.5' },
    ],
    ...{ subsidizeFees: false, subsidizeRent: false },
    includedSwapSources: ['uniswap-v2', 'uniswap-v3'],
    excludedSwapSources: ['uniswap-v2'],
    includedOriginSwapSources: ['uniswap-v3'],
    includedDestinationSwapSources: ['uniswap-v3'],
    ...{
      maxRouteLength: 4,
      useSharedAccounts: true,
      includeComputeUnitLimit: true,
      overridePriceImpact: false,
    },
    ...{
      disableSwapProviderPreference: false,
      disableOriginSwaps: false,
      indicativeQuote: false,
      useRouteRacing: false,
    },
    ...{ routeRacingMinUsdSize: 100, ttl: 1_800 },
  };
}

/**
 * The loads that are measured: the least that a client may send, all that it may, and all of it
 * with an API key.
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
