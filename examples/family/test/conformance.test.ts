import { testExecutor, testVm } from '@portage/testing/conformance';
import { createExecutorFixture, createVmFixture } from './fixtures.js';

testVm('tally', createVmFixture);
testExecutor('tally', createExecutorFixture);
