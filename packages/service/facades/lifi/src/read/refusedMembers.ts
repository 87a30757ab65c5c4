import { requestFault } from '@portage/core';

/** Why a member of LI.FI's requests is refused, and the values of it that change nothing. */
interface RefusedMember {
  readonly why: string;
  /** Values, as text, that ask for nothing. */
  readonly harmless: readonly string[];
}

const solanaOnly = 'Its client pays here from EVM chains alone.';
const splitsFees =
  'A share of the fee needs a wallet that is known here: use appFees of POST /quote/v2.';

/** Members that have no meaning here and would change what is paid, or how. */
export const refusedMembers: Readonly<Record<string, RefusedMember>> = {
  fee: { why: splitsFees, harmless: ['0', '0.0'] },
  intermediary: { why: splitsFees, harmless: [] },
  distributionFees: { why: splitsFees, harmless: [] },
  fromAmountForGas: { why: 'A gas top-up is told in USD here: topupGasAmount.', harmless: ['0'] },
  insurance: { why: 'No transfer is insured.', harmless: ['false'] },
  preset: { why: 'There are no presets.', harmless: [] },
  executionType: { why: 'Steps are paid by transactions alone.', harmless: ['transaction', 'all'] },
  allowDestinationCall: {
    why: 'The payment may swap on the destination chain.',
    harmless: ['true'],
  },
  allowProtocols: { why: 'There are no protocols to choose from.', harmless: ['all'] },
  denyProtocols: { why: 'There are no protocols to choose from.', harmless: ['none'] },
  preferProtocols: { why: 'There are no protocols to choose from.', harmless: [] },
  jitoBundle: { why: solanaOnly, harmless: ['false'] },
  svmSponsor: { why: solanaOnly, harmless: [] },
  svmPriorityFeeLevel: { why: solanaOnly, harmless: [] },
  mayanNonEvmPermitSignature: { why: solanaOnly, harmless: ['false'] },
};

/**
 * Refuses a request that has a member without a meaning here, by the member's name.
 *
 * @throws PortageError `UNSUPPORTED_FEATURE`
 */
export function refuseMembers(members: Readonly<Record<string, unknown>>): void {
  for (const [path, value] of Object.entries(members)) {
    // A query spells a list of objects `distributionFees[0][receiver]`.
    const [name = ''] = path.split('[', 1);
    // Names of prototypes are no members of the table.
    const refused = Object.hasOwn(refusedMembers, name) ? refusedMembers[name] : undefined;
    if (refused === undefined || isEmpty(value) || isHarmless(refused, value)) continue;
    throw requestFault(name, 'has no meaning here', {
      code: 'UNSUPPORTED_FEATURE',
      message: `${name} has no meaning here. ${refused.why}`,
    });
  }
}

function isEmpty(value: unknown): boolean {
  return (
    value === undefined ||
    value === null ||
    value === '' ||
    (Array.isArray(value) && value.length === 0)
  );
}

function isHarmless({ harmless }: RefusedMember, value: unknown): boolean {
  const values: readonly unknown[] = Array.isArray(value) ? value : [value];
  return values.every((each) => harmless.includes(String(each)));
}
