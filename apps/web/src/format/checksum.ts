// Loaded when the first address is shown: the hash behind it weighs more than the page itself.
export { getAddress } from 'viem';
