import { useMutation, useQuery } from '@tanstack/react-query';
import { useId, useState, type ReactElement } from 'react';
import { ErrorNotice } from '../../explain/ErrorNotice.js';
import { shortText } from '../../format/short.js';
import { Button } from '../../ui/Button.js';
import type { EntryProps } from '../wallet.js';
import { useWallets } from '../walletsContext.js';
import { exchangeApi, exchangeChain } from './exchangeChain.js';
import { openAccount } from './openAccount.js';

/** Connects an account of the exchange: those of the connected wallet, or one by its index. */
export function AccountForm({ chains, onWallet }: EntryProps): ReactElement {
  const owner = useWallets().connected.find((wallet) => wallet.signText !== undefined)?.address;
  const { mutate, error } = useMutation({
    mutationFn: (index: number) => openAccount(chains, index),
    onSuccess: onWallet,
    networkMode: 'always',
  });
  return (
    <div className="grid gap-2 rounded-2xl border border-line px-4 py-3">
      <OwnAccounts chains={chains} owner={owner} onPick={mutate} />
      <IndexField onIndex={mutate} />
      {error === null ? undefined : <ErrorNotice error={error} tone="warn" />}
      <p className="text-sm text-quiet">
        An account is paid by its index. To pay from it, the Ethereum wallet that owns it signs each
        payment, and one extra signature for a temporary key, never stored.
      </p>
    </div>
  );
}

interface OwnAccountsProps extends Pick<EntryProps, 'chains'> {
  readonly owner: string | undefined;
  readonly onPick: (index: number) => void;
}

/** Accounts of the connected wallet, to choose from. */
function OwnAccounts({ chains, owner, onPick }: OwnAccountsProps): ReactElement {
  const { data: accounts, error } = useQuery({
    queryKey: ['exchange-accounts', owner],
    queryFn: ({ signal }) => exchangeApi(exchangeChain(chains)).accountsOf(owner ?? '', signal),
    enabled: owner !== undefined,
  });
  if (owner === undefined)
    return <p className="text-sm text-quiet">Connect an Ethereum wallet to find its accounts.</p>;
  if (error !== null) return <ErrorNotice error={error} tone="warn" />;
  if (accounts === undefined)
    return <p className="text-sm text-quiet">Looking for your accounts…</p>;
  if (accounts.length === 0)
    return <p className="text-sm text-quiet">{`${shortText(owner)} has no account there yet.`}</p>;
  return (
    <div role="group" aria-label="Your accounts" className="grid gap-1.5">
      <p className="text-sm text-quiet">{`Accounts of ${shortText(owner)}`}</p>
      <div className="flex flex-wrap gap-1.5">
        {accounts.map((index) => (
          <Button key={index} tone="soft" onClick={() => onPick(index)}>
            {`Account ${String(index)}`}
          </Button>
        ))}
      </div>
    </div>
  );
}

interface IndexFieldProps {
  readonly onIndex: (index: number) => void;
}

function IndexField({ onIndex }: IndexFieldProps): ReactElement {
  const id = useId();
  const [text, setText] = useState('');
  const isIndex = /^\d{1,15}$/.test(text);
  return (
    <form
      className="flex items-end gap-2"
      onSubmit={(event) => {
        event.preventDefault();
        if (isIndex) onIndex(Number(text));
      }}
    >
      <div className="min-w-0 flex-1">
        <label htmlFor={id} className="text-sm text-quiet">
          Account index
        </label>
        <input
          id={id}
          inputMode="numeric"
          autoComplete="off"
          value={text}
          placeholder="281474976710654"
          onChange={(event) => setText(event.target.value.trim())}
          className="w-full rounded-xl border border-line bg-well px-3 py-1.5 font-mono text-sm"
        />
      </div>
      <Button type="submit" tone="soft" disabled={!isIndex}>
        Use
      </Button>
    </form>
  );
}
