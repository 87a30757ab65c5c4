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
  deposit-addresses#strict deposit-addresses#watched
  deposit-addresses#worth deposit-addresses#gas deposit-addresses#other-currencies
  deposit-addresses#other-chains               errors#message errors#errorCode errors#code
  errors#statusCode errors#hint errors#body-errors errors#errorData errors#requestId
  errors#SWAP_QUOTE_FAILED errors#REQUEST_FAILED errors#REQUEST_REFUNDED keys-and-usage#key-form
  keys-and-usage#invalid-key keys-and-usage#key-owner keys-and-usage#revoked-key
  keys-and-usage#needs-key   keys-and-usage#rate-address keys-and-usage#rate-key keys-and-usage#limit-body
  keys-and-usage#limit-depth keys-and-usage#limit-head keys-and-usage#limit-head-time
  keys-and-usage#limit-request-time keys-and-usage#granularity keys-and-usage#startTimestamp
  keys-and-usage#endTimestamp keys-and-usage#apiKey keys-and-usage#limit-keys
  keys-and-usage#limit-rows keys-and-usage#usage-apiKey keys-and-usage#usage-timestamp
  keys-and-usage#usage-endpoint keys-and-usage#usage-statusCode keys-and-usage#usage-errorCode
  keys-and-usage#usage-count                                                                                                                                     sponsorship#rewards sponsorship#balances
  sponsorship#totalBalanceUsd sponsorship#outstandingFastFillBalanceUsd
  sponsorship#availableBalanceUsd status#depositing status#pending
  status#submitted status#failure       status#stream-end
  status#stream-heartbeat status#stream-limits   status#TRANSACTION_NOT_INCLUDED status#INVALID_SIGNER               steps#sign-message   steps#permits-signature steps#permits-requestId steps#permits-api
  steps#permits-referrer steps#execute-executionKind steps#execute-chainId steps#execute-to
  steps#execute-data steps#execute-value steps#execute-authorizationList steps#execute-requestId
`
  .trim()
  .split(/\s+/);
