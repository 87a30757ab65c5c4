import { testExecutor, testVm } from '../conformance/index.js';
import { createFakeExecutorFixture, createFakeVmFixture } from './createFakeVmFixture.js';

testVm('fake', async () => createFakeVmFixture());
testVm('fake with coins', async () => createFakeVmFixture(12));
testExecutor('fake', async () => createFakeExecutorFixture());
