import { isPortageError } from '@portage/sdk';
import { useId, useState, type ReactElement } from 'react';
import { Button } from '../../ui/Button.js';
import type { EntryProps } from '../wallet.js';
import { openEntered } from './openEntered.js';

const fieldStyle = 'w-full rounded-xl border border-line bg-well px-3 py-1.5 font-mono text-sm';

/** Connects an address whose key is elsewhere: its transactions are signed there as PSBTs. */
export function AddressForm({ chains, onWallet }: EntryProps): ReactElement {
  const id = useId();
  const [address, setAddress] = useState('');
  const [publicKey, setPublicKey] = useState('');
  const [fault, setFault] = useState('');
  return (
    <details className="rounded-2xl border border-line px-4 py-3">
      <summary className="font-medium">Sign elsewhere (PSBT)</summary>
      <form
        className="mt-2 grid gap-2"
        onSubmit={(event) => {
          event.preventDefault();
          try {
            onWallet(openEntered(chains, { address, publicKey: publicKey.toLowerCase() }));
          } catch (error) {
            setFault(faultOf(error));
          }
        }}
      >
        <label htmlFor={`${id}-address`} className="text-sm text-quiet">
          Your Bitcoin address
        </label>
        <input
          id={`${id}-address`}
          required
          spellCheck={false}
          autoComplete="off"
          value={address}
          aria-describedby={`${id}-fault`}
          onChange={(event) => setAddress(event.target.value.trim())}
          className={fieldStyle}
        />
        <label htmlFor={`${id}-key`} className="text-sm text-quiet">
          Its public key (for addresses that begin with 3)
        </label>
        <input
          id={`${id}-key`}
          spellCheck={false}
          autoComplete="off"
          value={publicKey}
          onChange={(event) => setPublicKey(event.target.value.trim())}
          className={fieldStyle}
        />
        <p id={`${id}-fault`} role="status" className="text-sm text-bad empty:hidden">
          {fault}
        </p>
        <Button type="submit" tone="soft" className="justify-self-start">
          Use this address
        </Button>
        <p className="text-sm text-quiet">
          For hardware wallets, air-gapped ones and wallets without an extension: you export the
          payment, sign it there, and paste it back.
        </p>
      </form>
    </details>
  );
}

function faultOf(error: unknown): string {
  if (isPortageError(error)) return 'Not a valid Bitcoin address';
  return error instanceof Error ? error.message : 'Not a valid Bitcoin address';
}
