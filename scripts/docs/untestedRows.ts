/** Rows of docs/spec that no test names yet. The list only shrinks. */
export const untestedRows: readonly string[] = `
    chains-and-currencies#explorerPaths
  chains-and-currencies#explorerQueryParams           chains-and-currencies#logoUrl
  chains-and-currencies#statusMessage                                 deposit-addresses#strict deposit-addresses#watched
  deposit-addresses#worth deposit-addresses#gas deposit-addresses#other-currencies
  deposit-addresses#other-chains                 errors#requestId
  errors#SWAP_QUOTE_FAILED errors#REQUEST_FAILED errors#REQUEST_REFUNDED       keys-and-usage#rate-address keys-and-usage#rate-key keys-and-usage#limit-body
  keys-and-usage#limit-depth keys-and-usage#limit-head keys-and-usage#limit-head-time
  keys-and-usage#limit-request-time     keys-and-usage#limit-rows                                                                                                                                         sponsorship#rewards     status#depositing status#pending
  status#submitted status#failure       status#stream-end
  status#stream-heartbeat status#stream-limits   status#TRANSACTION_NOT_INCLUDED status#INVALID_SIGNER               steps#sign-message   steps#permits-signature steps#permits-requestId steps#permits-api
  steps#permits-referrer steps#execute-executionKind steps#execute-chainId steps#execute-to
  steps#execute-data steps#execute-value steps#execute-authorizationList steps#execute-requestId
`
  .trim()
  .split(/\s+/);
