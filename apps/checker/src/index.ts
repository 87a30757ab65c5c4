export { checkOrders, type CheckOptions, type CheckReport } from './checkOrders.js';
