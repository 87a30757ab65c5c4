import { useId, useState, type ReactElement } from 'react';
import { chainName } from '../currencies/place.js';
import { shortText } from '../format/short.js';
import { familyOf } from '../wallets/families.js';
import { useWallets } from '../wallets/walletsContext.js';
import type { Recipient } from './useRecipient.js';
import type { SwapForm } from './useSwapForm.js';

/** Properties of a {@link RecipientField}. */
export interface RecipientFieldProps {
  readonly form: SwapForm;
  readonly recipient: Recipient;
}

/** Recipient of the swap: the connected wallet, or an address that the user enters. */
export function RecipientField({ form, recipient }: RecipientFieldProps): ReactElement | null {
  const id = useId();
  const { to } = form;
  const [isEdited, setEdited] = useState(false);
  const hasWallet = useWallets().connected.length > 0;
  if (to === undefined || (!hasWallet && form.recipient === '')) return null;
  const own = recipient.isOwn ? recipient.address : undefined;
  if (own !== undefined && !isEdited && form.recipient === '')
    return (
      <p className="flex items-center justify-between gap-2 px-1 text-sm text-quiet">
        <span>
          To your wallet{' '}
          <span className="font-mono whitespace-nowrap text-ink">{shortText(own)}</span>
        </span>
        <button
          type="button"
          className="text-accent hover:underline"
          onClick={() => {
            setEdited(true);
          }}
        >
          Another address
        </button>
      </p>
    );
  return (
    <div className="rounded-2xl bg-well px-4 py-3">
      <div className="flex justify-between text-sm text-quiet">
        <label htmlFor={id}>{`Recipient on ${chainName(to.chain)}`}</label>
        {isEdited || form.recipient !== '' ? (
          <button
            type="button"
            className="text-accent hover:underline"
            onClick={() => {
              setEdited(false);
              form.setRecipient('');
            }}
          >
            Use my wallet
          </button>
        ) : undefined}
      </div>
      <input
        id={id}
        value={form.recipient}
        spellCheck={false}
        autoComplete="off"
        aria-invalid={recipient.isWrong}
        aria-describedby={`${id}-fault`}
        placeholder={familyOf(to.chain.vmType)?.example ?? 'Address'}
        onChange={(event) => {
          form.setRecipient(event.target.value);
        }}
        className="mt-1 w-full truncate bg-transparent font-mono text-sm outline-none"
      />
      <p id={`${id}-fault`} className="text-sm text-bad" role="status">
        {recipient.isWrong ? `Not a valid ${chainName(to.chain)} address` : ''}
      </p>
    </div>
  );
}
