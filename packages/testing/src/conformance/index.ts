export type { ExecutorFixture, ExecutorItem, Spelling, VmFixture } from './fixtures.js';
export type { PathCallTerms, PathFixture } from './pathFixture.js';
export type { SwapCallTerms, SwapSourceFixture } from './swapSourceFixture.js';
export { testExecutor } from './testExecutor.js';
export { testPath } from './testPath.js';
export { testSwapSource } from './testSwapSource.js';
export { testVm } from './testVm.js';
