export { lifi } from './lifi.js';
