export { createDevnet, type ChainOption, type Devnet, type DevnetOptions } from './createDevnet.js';
export {
  descriptionPath,
  devnetChainSchema,
  devnetDescriptionSchema,
  readDescription,
  type DevnetChain,
  type DevnetPool,
  type DevnetDescription,
} from './description.js';
export { testMnemonic, type DevnetAccount, type Role } from './contracts/deriveAccounts.js';
export { type Controls, type ReorgTransaction } from './control/createControls.js';
export { type FaucetAmounts } from './control/createFaucet.js';
export { type NodeClient } from './node/connect.js';
export { printDevnet } from './printDevnet.js';
