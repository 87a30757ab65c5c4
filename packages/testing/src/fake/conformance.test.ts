import { testExecutor, testVm } from '../conformance/index.js';
import { createFakeExecutorFixture, createFakeVmFixture } from './createFakeVmFixture.js';

testVm('fake', async () => createFakeVmFixture());
testExecutor('fake', async () => createFakeExecutorFixture());
