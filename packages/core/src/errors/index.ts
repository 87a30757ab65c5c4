export { assert } from './assert.js';
export { checkOptions } from './checkOptions.js';
export { errorKinds, type ErrorCode, type ErrorKind } from './codes.js';
export { describeError } from './describeError.js';
export { errorCodes, type ErrorCodeEntry } from './errorCodes.js';
export type { ErrorContext } from './errorContexts.js';
export {
  PortageError,
  isPortageError,
  type ErrorDetail,
  type PortageErrorOptions,
} from './portageError.js';
export { requestFault, type RequestFaultOptions } from './requestFault.js';
export { standardError } from './standardError.js';
