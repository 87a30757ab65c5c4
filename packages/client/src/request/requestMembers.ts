const list = (names: string): readonly string[] => names.split(' ');

/**
 * Members of a quote request by the member that holds them; its own members by `''`. Words in one
 * text are the shortest to load; a test holds them equal to the schema.
 */
export const requestMembers: Readonly<Record<string, readonly string[]>> = {
  '': list(
    'user recipient originChainId destinationChainId originCurrency destinationCurrency amount ' +
      'tradeType txs txsGasLimit authorizationList additionalData referrer referrerAddress ' +
      'refundTo recoveryAddress refundOnOrigin topupGas topupGasAmount enableTrueExactOutput ' +
      'explicitDeposit useExternalLiquidity useFallbacks usePermit permitExpiry ' +
      'includeProtocolData useDepositAddress strict slippageTolerance ' +
      'latePaymentSlippageTolerance appFees gasLimitForDepositSpecifiedTxs forceSolverExecution ' +
      'subsidizeFees sponsoredFeeComponents maxSubsidizationAmount subsidizationBps ' +
      'subsidizeRent includedSwapSources excludedSwapSources includedOriginSwapSources ' +
      'includedDestinationSwapSources originGasOverhead depositFeePayer maxRouteLength ' +
      'useSharedAccounts includeComputeUnitLimit allowProgramRecipient overridePriceImpact ' +
      'disableSwapProviderPreference disableOriginSwaps indicativeQuote fixedRate ' +
      'useRouteRacing routeRacingMinUsdSize ttl',
  ),
  txs: list('to value data originalTxValue programId keys'),
  authorizationList: list('chainId address nonce yParity r s'),
  appFees: list('recipient fee'),
  additionalData: list('userPublicKey'),
};
