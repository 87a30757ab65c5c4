export { decodeRevert } from './decodeRevert.js';
export {
  errorSelectors,
  poolSelectors,
  reclaimSelectors,
  selectors,
  serviceErrors,
  serviceSelectors,
  wrapperSelectors,
} from './generated/selectors.js';
export { eventTopics, poolTopics, serviceTopics, tokenTopics } from './generated/topics.js';
export {
  readAddress,
  readBytes,
  readBytesAt,
  readInt,
  readOffset,
  readUint,
  readWord,
} from './reader.js';
export { hashDomain, type Keccak, type TypedDomain } from './typedData.js';
export { addressWord, bytesWords, uintWord } from './words.js';
