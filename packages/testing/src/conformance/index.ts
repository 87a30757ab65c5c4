export type { ExecutorFixture, ExecutorItem, Spelling, VmFixture } from './fixtures.js';
export { testExecutor } from './testExecutor.js';
export { testVm } from './testVm.js';
