import type { ReactElement } from 'react';
import { useAddressText } from '../format/useAddressText.js';
import { CopyText } from './CopyText.js';

/** Properties of an {@link AddressText}. */
export interface AddressTextProps {
  readonly address: string;
  /** Name of the address for screen readers, as in `wallet`. */
  readonly label: string;
}

/** An address, shortened, that a click copies whole, with its checksum. */
export function AddressText({ address, label }: AddressTextProps): ReactElement {
  const addressText = useAddressText();
  return <CopyText text={addressText(address)} label={label} />;
}
