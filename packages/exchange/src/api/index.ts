export {
  readAccount,
  readApiKey,
  readTransaction,
  type ExchangeAccount,
  type ExchangeApiKey,
  type ExchangeBalance,
  type ExchangeTransaction,
} from './answers.js';
export { callApi, type ApiAnswer, type ApiCall, type ApiEndpoint } from './callApi.js';
export { isMissing } from './isMissing.js';
export { isList, membersOf, readBigint, readCount } from '../json/members.js';
export type { Json } from '../json/parseJson.js';
export {
  executedPolicy,
  isFailure,
  type StatusPolicy,
  type TransactionStatus,
} from './statuses.js';
