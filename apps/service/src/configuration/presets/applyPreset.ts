import { requestFault } from '@portage/core';
import { networks, type Network } from '@portage/networks';
import { defaultVm } from '../../vms.js';
import { atPlace } from '../atPlace.js';
import { differencesOf, type PresetDifference } from './differencesOf.js';
import { fillIn } from './fillIn.js';
import { networkNamed } from './networkNamed.js';
import { presetOf, type Settings } from './presetOf.js';

/** A chain whose settings were filled in by the name of its network. */
export interface AppliedPreset {
  readonly chain: string;
  readonly network: string;
  readonly differences: readonly PresetDifference[];
}

/** Settings of a chain, complete as far as its network is known. */
export interface PresetChain {
  readonly chain: Settings & { readonly vm: string };
  readonly preset?: AppliedPreset | undefined;
}

/** Families that have networks; a family of a plugin may mean something else by the word. */
const families = new Set(networks.map(({ vm }) => vm));
/** Values of `network` on Bitcoin from before networks had names. */
const bitcoinKinds: readonly unknown[] = ['mainnet', 'testnet', 'regtest'];

/**
 * Fills in the settings of a chain that names its network, as in `"network": "base"`. A chain that
 * names none stays as it is, and so does one of Bitcoin with a kind of addresses.
 *
 * @param place - path of the chain, as in `chains.1`
 * @throws PortageError `INVALID_CONFIGURATION` for an unknown network, one of another family, and
 *   settings that would make the chain another one
 */
export function applyPreset(written: Settings, place: string): PresetChain {
  const { network: name, vm, ...rest } = written;
  const isOwn = typeof vm === 'string' && !new Set<string>(families).has(vm);
  if (name === undefined || isOwn || (vm === 'bvm' && bitcoinKinds.includes(name)))
    return { chain: { ...written, vm: typeof vm === 'string' ? vm : defaultVm } };
  try {
    const network = networkNamed(name);
    refuseFamily(network, vm);
    const preset = presetOf(network);
    refuseOthers(preset.identity, rest, network);
    const chain = { ...fillIn(preset, rest), vm: network.vm };
    const slug = typeof rest['slug'] === 'string' ? rest['slug'] : network.slug;
    const differences = differencesOf(preset, rest);
    return { chain, preset: { chain: slug, network: network.slug, differences } };
  } catch (error) {
    throw atPlace(place, error);
  }
}

function refuseFamily({ slug, vm: own }: Network, vm: unknown): void {
  if (vm !== undefined && vm !== own)
    throw requestFault('vm', `is ${JSON.stringify(vm)}, but ${slug} is of the family "${own}"`, {
      code: 'INVALID_CONFIGURATION',
      hint: 'Leave vm out: the network decides it.',
    });
}

/** A name and an id of two networks: one of them is a mistake, and nobody can tell which. */
function refuseOthers(identity: Settings, written: Settings, { slug }: Network): void {
  for (const [member, value] of Object.entries(identity)) {
    const other = written[member];
    if (other !== undefined && other !== value)
      throw requestFault(
        member,
        `is ${JSON.stringify(other)}, but ${slug} has ${JSON.stringify(value)}`,
        { code: 'INVALID_CONFIGURATION', hint: `Leave ${member} out, or name another network.` },
      );
  }
}
