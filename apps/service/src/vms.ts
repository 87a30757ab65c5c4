import type { Vm } from '@portage/core/plugin';
import { bitcoin } from '@portage/bitcoin-chain';
import { exchange } from '@portage/exchange-chain';
import { evm } from '@portage/evm-chain';
import { solana } from '@portage/solana-chain';

/** Families that the service brings. */
export const builtinVms: readonly Vm[] = [evm, solana, bitcoin, exchange];

/** Family of a chain whose settings name none. Its keys have short names in the environment. */
export const defaultVm: string = evm.name;
