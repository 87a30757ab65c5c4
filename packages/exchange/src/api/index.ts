export {
  readAccount,
  readApiKey,
  readTransaction,
  type ExchangeAccount,
  type ExchangeApiKey,
  type ExchangeBalance,
  type ExchangeTransaction,
  type TransactionStatus,
} from './answers.js';
export { callApi, type ApiAnswer, type ApiCall, type ApiEndpoint } from './callApi.js';
export { isMissing } from './isMissing.js';
export { isList, membersOf, readBigint, readCount } from '../json/members.js';
export type { Json } from '../json/parseJson.js';
