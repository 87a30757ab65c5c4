export { startSystem, type System, type SystemOptions } from './startSystem.js';
