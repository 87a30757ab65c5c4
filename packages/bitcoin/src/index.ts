export { bitcoinCodec } from './codec.js';
