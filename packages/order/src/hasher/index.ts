export { createOrderHasher, type OrderHasher } from './createOrderHasher.js';
