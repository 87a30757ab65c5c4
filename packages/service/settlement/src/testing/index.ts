export { openTestSettlement, type TestSettlement } from './openTestSettlement.js';
