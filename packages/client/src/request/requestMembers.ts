import type { AppFee, Authorization, DestinationTx, QuoteBody } from '@portage/core';

/** Names of the members of a type: each of them, and no other. */
type Names<Body> = Readonly<Record<keyof Required<Body>, 1>>;

const quote: Names<QuoteBody> = {
  ...{ user: 1, recipient: 1, originChainId: 1, destinationChainId: 1, originCurrency: 1 },
  ...{ destinationCurrency: 1, amount: 1, tradeType: 1, txs: 1, txsGasLimit: 1 },
  ...{ authorizationList: 1, additionalData: 1, referrer: 1, referrerAddress: 1, refundTo: 1 },
  ...{ recoveryAddress: 1, refundOnOrigin: 1, topupGas: 1, topupGasAmount: 1 },
  ...{ enableTrueExactOutput: 1, explicitDeposit: 1, useExternalLiquidity: 1, useFallbacks: 1 },
  ...{ usePermit: 1, permitExpiry: 1, includeProtocolData: 1, useDepositAddress: 1, strict: 1 },
  ...{ slippageTolerance: 1, latePaymentSlippageTolerance: 1, appFees: 1 },
  ...{ gasLimitForDepositSpecifiedTxs: 1, forceSolverExecution: 1, subsidizeFees: 1 },
  ...{ sponsoredFeeComponents: 1, maxSubsidizationAmount: 1, subsidizationBps: 1 },
  ...{ subsidizeRent: 1, includedSwapSources: 1, excludedSwapSources: 1 },
  ...{ includedOriginSwapSources: 1, includedDestinationSwapSources: 1, originGasOverhead: 1 },
  ...{ depositFeePayer: 1, maxRouteLength: 1, useSharedAccounts: 1, includeComputeUnitLimit: 1 },
  ...{ allowProgramRecipient: 1, overridePriceImpact: 1, disableSwapProviderPreference: 1 },
  ...{ disableOriginSwaps: 1, indicativeQuote: 1, fixedRate: 1, useRouteRacing: 1 },
  ...{ routeRacingMinUsdSize: 1, ttl: 1 },
};
const tx: Names<DestinationTx> = { to: 1, value: 1, data: 1, originalTxValue: 1 };
const authorization: Names<Authorization> = {
  ...{ chainId: 1, address: 1, nonce: 1, yParity: 1, r: 1, s: 1 },
};
const appFee: Names<AppFee> = { recipient: 1, fee: 1 };
const additionalData: Names<NonNullable<QuoteBody['additionalData']>> = { userPublicKey: 1 };

/** Members of a quote request by the member that holds them; its own members by `''`. */
export const requestMembers: Readonly<Record<string, Readonly<Record<string, 1>>>> = {
  ...{ '': quote, txs: tx, authorizationList: authorization, appFees: appFee, additionalData },
};
