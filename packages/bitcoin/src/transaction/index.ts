export { addressOf, scriptOf } from '../address/address.js';
export type { BitcoinNetwork } from '../address/networks.js';
export { scriptKind, type ScriptKind } from '../address/scriptKind.js';
export {
  addressPath,
  deriveAddressKey,
  readAddressKey,
  type AddressOwner,
} from '../deposit/depositAddress.js';
export type { DerivedChild } from '../deposit/deriveChild.js';
export {
  isKeyOfNetwork,
  publicExtendedKey,
  readExtendedKey,
  type ExtendedKey,
} from '../deposit/extendedKey.js';
export {
  createPsbt,
  replaceableSequence,
  type Coin,
  type Output,
  type UnsignedDeposit,
} from './createPsbt.js';
export { isKeyOf } from './keys.js';
export { orderMarkScript, readOrderMark, type OrderMark, type OrderMarkForm } from './orderMark.js';
export { readPsbt, type PsbtInput, type PsbtOutput, type ReadPsbt } from './readPsbt.js';
export { dustLimit, inputWeight, outputWeight, transactionWeight, virtualSize } from './weight.js';
