export { claimedFill, type FillChanges } from './claimedFill.js';
export { openTestSettlement, type TestSettlement } from './openTestSettlement.js';
