import { testExecutor, testVm } from '../src/conformance/index.js';
import { createFakeExecutorFixture, createFakeVmFixture } from '../src/index.js';
import { wantedBugs } from './wantedBugs.js';

const { executorBugs, vmBugs } = wantedBugs;

for (const [name, plant] of Object.entries(vmBugs)) {
  testVm(name, async () => {
    const fixture = createFakeVmFixture();
    return { ...fixture, open: async (signal) => plant(await fixture.open(signal), fixture.fake) };
  });
}

for (const [name, plant] of Object.entries(executorBugs)) {
  testExecutor(name, async () => {
    const fixture = createFakeExecutorFixture();
    return { ...fixture, executor: plant(fixture.executor) };
  });
}
