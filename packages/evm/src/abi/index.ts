export { selectors } from './selectors.js';
export { addressWord, bytesWords, uintWord } from './words.js';
export { decodeRevert } from '../errors.js';
