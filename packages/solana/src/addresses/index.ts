export { depositAddress } from './depositAddress.js';
export { childTweak, readRoot, type ChildOwner } from './deriveChild.js';
