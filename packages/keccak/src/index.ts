export { createKeccak, type Keccak, type Message } from './createKeccak.js';
