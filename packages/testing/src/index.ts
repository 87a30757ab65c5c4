export { checkAnswer, type CheckedAnswer } from './checkAnswer.js';
export {
  createFakeChain,
  type FakeChain,
  type FakeChainOptions,
  type FakeDeposit,
  type FakeSendOptions,
} from './fake/createFakeChain.js';
export { createFakeExecutor, type FakeExecutorOptions } from './fake/createFakeExecutor.js';
export {
  createFakeExecutorFixture,
  createFakeVmFixture,
  type FakeVmFixture,
} from './fake/createFakeVmFixture.js';
export { createFakePathFixture } from './fake/createFakePathFixture.js';
export { createFakeSwapSourceFixture } from './fake/createFakeSwapSourceFixture.js';
export { createFakeVm, type FakeVmConfig } from './fake/createFakeVm.js';
export type { FakeBlock, MinedTransaction, ReorgFate } from './fake/createLedger.js';
export { fakeAddress, fakeDepository, fakeNative } from './fake/fakeAddress.js';
export { fakeCodec } from './fake/fakeCodec.js';
export {
  fakeSignedDeposit,
  readSignedDeposit as readFakeSignedDeposit,
  type FakeSignedDeposit,
} from './fake/fakeSignedDeposit.js';
export type { BroadcastFault } from './fake/fakeSpend.js';
export {
  depositAddressOf as fakeDepositAddress,
  readSweep as readFakeSweep,
} from './fake/fakeSweep.js';
export type { FakeSweep } from './fake/fakeSweep.js';
export { fakeItemSchema, type FakeItem } from './fake/fakeSteps.js';
export {
  decodeTransaction as decodeFakeTransaction,
  type FakeAction,
  type FakeTransaction,
} from './fake/fakeTransaction.js';
export { testEnvironment } from './testEnvironment.js';
export { orderVectors, type OrderVector } from './vectors/orderVectors.js';
export {
  createFullDisk,
  type FullDisk,
  type FullDiskStep,
  type HeldFile,
} from './faults/createFullDisk.js';
export type {
  AnswerFault,
  Fault,
  FaultScope,
  InjectedFault,
  RpcLog,
  TransportFault,
} from './faults/fault.js';
export {
  startFaultProxy,
  type FaultProxy,
  type FaultProxyOptions,
} from './faults/startFaultProxy.js';
export { casesOf, isNightly, sizeOf, type Cases, type Sizes } from './nightly.js';
export { eventually, type EventuallyOptions } from './wait/eventually.js';
export { stillMsMax, testMsMax, waitMsMax } from './wait/patience.js';
export {
  batchingWallet,
  poisonedWallet,
  replacingWallet,
  signatureAs,
  signingAs,
  type BatchingWallet,
  type BatchingWalletOptions,
  type Poison,
  type ReplacingWallet,
  type RpcQuestion,
  type RpcRequest,
  type RpcTransaction,
  type SignatureForm,
} from './wallets/index.js';
