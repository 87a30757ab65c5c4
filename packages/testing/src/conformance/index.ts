export { type ExecutorFixture, type ExecutorItem, type Spelling, type VmFixture } from './fixtures.js';
export { testExecutor } from './testExecutor.js';
export { testVm } from './testVm.js';
