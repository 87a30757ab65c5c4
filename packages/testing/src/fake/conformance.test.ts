import { testExecutor, testPath, testSwapSource, testVm } from '../conformance/index.js';
import { createFakePathFixture } from './createFakePathFixture.js';
import { createFakeSwapSourceFixture } from './createFakeSwapSourceFixture.js';
import { createFakeExecutorFixture, createFakeVmFixture } from './createFakeVmFixture.js';

testVm('fake', async () => createFakeVmFixture());
testVm('fake with coins', async () => createFakeVmFixture({ coins: 12 }));
testVm('fake that joins payments', async () => createFakeVmFixture({ coins: 12, joinsMax: 3 }));
testVm('fake whose refunds anybody may make', async () =>
  createFakeVmFixture({ authorizedSeconds: 600 }),
);
testExecutor('fake', async () => createFakeExecutorFixture());
testSwapSource('fake', async () => createFakeSwapSourceFixture());
testPath('fake', async () => createFakePathFixture());
