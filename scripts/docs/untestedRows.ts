/** Rows of docs/spec that no test names yet. The list only shrinks. */
export const untestedRows: readonly string[] = `
  chains-and-currencies#id chains-and-currencies#name chains-and-currencies#rpc
  chains-and-currencies#explorer chains-and-currencies#explorerPaths
  chains-and-currencies#explorerQueryParams chains-and-currencies#disabled
  chains-and-currencies#depositEnabled chains-and-currencies#blockProductionLagging
  chains-and-currencies#partialDisableLimit chains-and-currencies#tokenSupport
  chains-and-currencies#currency chains-and-currencies#erc20Currencies
  chains-and-currencies#featuredTokens chains-and-currencies#solverCurrencies
  chains-and-currencies#iconUrl chains-and-currencies#logoUrl
  chains-and-currencies#statusMessage chains-and-currencies#contracts
  chains-and-currencies#vmType chains-and-currencies#baseChainId
  chains-and-currencies#solverAddresses chains-and-currencies#tags
  chains-and-currencies#protocol chains-and-currencies#currency-id
  chains-and-currencies#currency-symbol chains-and-currencies#supportsBridging
  chains-and-currencies#supportsPermit chains-and-currencies#metadata
  chains-and-currencies#search-defaultList chains-and-currencies#search-chainIds
  chains-and-currencies#search-term chains-and-currencies#search-address
  chains-and-currencies#search-currencyId chains-and-currencies#search-tokens
  chains-and-currencies#search-verified chains-and-currencies#search-limit
  chains-and-currencies#health-status chains-and-currencies#health-version
  chains-and-currencies#health-database chains-and-currencies#health-chains
  chains-and-currencies#config-chains chains-and-currencies#config-user
  chains-and-currencies#config-currency chains-and-currencies#config-enabled
  chains-and-currencies#config-answer-user chains-and-currencies#config-fee
  chains-and-currencies#config-solver chains-and-currencies#config-supportsExternalLiquidity
  deposit-addresses#strict deposit-addresses#open deposit-addresses#watched
  deposit-addresses#worth deposit-addresses#gas deposit-addresses#other-currencies
  deposit-addresses#other-chains deposit-addresses#address deposit-addresses#requestId
  deposit-addresses#query-id deposit-addresses#depositAddress deposit-addresses#type
  deposit-addresses#answer-requestId deposit-addresses#chainId deposit-addresses#createdAt
  deposit-addresses#currency deposit-addresses#refundTo deposit-addresses#reindex-chainId
  deposit-addresses#reindex-depositAddress deposit-addresses#reindex-targetChainId
  deposit-addresses#reindex-currency deposit-addresses#reindex-message
  deposit-addresses#reindex-triggeredCurrencies deposit-addresses#reindex-checkedCurrencies
  deposit-addresses#reindex-failedCurrencies errors#message errors#errorCode errors#code
  errors#statusCode errors#hint errors#body-errors errors#errorData errors#requestId
  errors#SWAP_QUOTE_FAILED errors#REQUEST_FAILED errors#REQUEST_REFUNDED keys-and-usage#key-form
  keys-and-usage#invalid-key keys-and-usage#key-owner keys-and-usage#revoked-key
  keys-and-usage#needs-key   keys-and-usage#rate-address keys-and-usage#rate-key keys-and-usage#limit-body
  keys-and-usage#limit-depth keys-and-usage#limit-head keys-and-usage#limit-head-time
  keys-and-usage#limit-request-time keys-and-usage#granularity keys-and-usage#startTimestamp
  keys-and-usage#endTimestamp keys-and-usage#apiKey keys-and-usage#limit-keys
  keys-and-usage#limit-rows keys-and-usage#usage-apiKey keys-and-usage#usage-timestamp
  keys-and-usage#usage-endpoint keys-and-usage#usage-statusCode keys-and-usage#usage-errorCode
  keys-and-usage#usage-count                                                             quote#requestId quote#expiresAt
  quote#steps quote#answer-fees quote#answer-feeSponsorship quote#answer-details
  quote#answer-protocol quote#fees-gas quote#fees-relayer   quote#fees-app quote#fees-subsidized quote#feeSponsorship-selectedComponents
  quote#feeSponsorship-maxSubsidizationAmount quote#feeSponsorship-subsidizationBps
  quote#feeSponsorship-capHit quote#feeSponsorship-selected quote#feeSponsorship-total
  quote#feeSponsorship-sponsored quote#feeSponsorship-userPays quote#feeSponsorship-totals
  quote#feeSponsorship-sponsorPayment quote#details-sender quote#details-recipient
  quote#details-currencyIn quote#details-currencyOut quote#details-refundCurrency
  quote#details-totalImpact quote#details-swapImpact quote#details-expandedPriceImpact
  quote#details-rate quote#details-slippageTolerance quote#details-isFixedRate
  quote#details-route quote#protocol-orderId quote#protocol-orderSignature quote#orderData
  quote#orderData-solver quote#orderData-salt quote#orderData-inputs quote#orderData-refunds
  quote#orderData-output quote#orderData-payments quote#orderData-calls quote#paymentDetails
  quote#currency quote#currency-address quote#currency-symbol quote#currency-decimals
  quote#currency-metadata quote#amount-amount quote#amount-amountFormatted
  quote#amount-amountUsd quote#amount-minimumAmount requests#limit requests#continuation
  requests#id requests#orderId requests#user requests#originChainId requests#destinationChainId
  requests#chainId requests#status requests#startTimestamp requests#endTimestamp
  requests#startBlock requests#referrer requests#referrerAddress requests#depositAddress
  requests#includeChildRequests requests#includeOrderData requests#sortBy requests#sortDirection
  requests#answer-id requests#answer-status requests#answer-user requests#answer-referrer
  requests#answer-referrerAddress requests#answer-createdAt requests#answer-depositAddress
  requests#answer-data requests#answer-protocol requests#data-supersededByRequestId
  requests#data-failReason requests#data-inTxs requests#data-slippageTolerance
  requests#data-subsidizedRequest requests#data-currency requests#data-feeCurrency
  requests#data-appFees requests#data-paidAppFees requests#data-appFeeCurrencyObject
  requests#data-refundCurrencyData requests#data-feeSponsorship
  requests#data-expandedPriceImpact requests#data-metadata requests#data-usesExternalLiquidity
  requests#data-timeEstimate requests#data-amountOut requests#protocol-orderId
  requests#protocol-hubType requests#protocol-solver requests#protocol-deposit
  requests#protocol-settlement requests#protocol-orderData requests#index-chainId
  requests#index-txHash requests#index-requestId requests#index-referrer
  requests#single-requestId requests#single-chainId requests#single-tx requests#single-referrer
  sponsorship#part-gas sponsorship#part-fixed sponsorship#part-gateway     sponsorship#rewards sponsorship#origin-gas sponsorship#when-charged sponsorship#balances
  sponsorship#totalBalanceUsd sponsorship#outstandingFastFillBalanceUsd
  sponsorship#availableBalanceUsd status#waiting status#expired status#depositing status#pending
  status#submitted status#success status#refund status#failure status#requestId status#referrer
  status#answer-requestId status#answer-status status#answer-details status#txHashes
  status#updatedAt status#originChainId status#quoteCreatedAt status#failReason
  status#refundFailReason status#amountOut status#stream-data status#stream-id status#stream-end
  status#stream-heartbeat status#stream-retry status#stream-limits status#na
  status#TRANSACTION_NOT_INCLUDED status#INVALID_SIGNER status#refund-na
  steps#id steps#action steps#description steps#kind steps#requestId steps#depositAddress
  steps#depositAddressId steps#items steps#approve steps#deposit steps#swap steps#authorize1
  steps#authorize2 steps#status steps#data steps#item-check steps#check-endpoint
  steps#check-method steps#evm-from steps#evm-to steps#evm-data steps#evm-value
  steps#evm-chainId steps#evm-gas steps#evm-fees steps#solana-instructions
  steps#solana-lookup-tables steps#solana-chainId steps#solana-feePayer steps#sign-signatureKind
  steps#sign-message steps#sign-typed-data steps#post steps#plan steps#eip3009 steps#permit2
  steps#eip2612 steps#permits-signature steps#permits-requestId steps#permits-api
  steps#permits-referrer steps#execute-executionKind steps#execute-chainId steps#execute-to
  steps#execute-data steps#execute-value steps#execute-authorizationList steps#execute-requestId
`
  .trim()
  .split(/\s+/);
