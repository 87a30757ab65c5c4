import { KeyRound } from 'lucide-react';
import { useState, type ReactElement } from 'react';
import { useSettings } from '../settings/useSettings.js';
import { ThemeButton } from '../shell/ThemeButton.js';
import { Button } from '../ui/Button.js';
import { Notice } from '../ui/Notice.js';
import { Footer } from './Footer.js';

/** Properties of {@link SignIn}. */
export interface SignInProps {
  readonly onKey: (key: string) => void;
  /** Why the last key was not taken. */
  readonly refusal: string | undefined;
}

/** Asks for a key; on a devnet it offers those that everybody may use. */
export function SignIn({ onKey, refusal }: SignInProps): ReactElement {
  const [text, setText] = useState('');
  return (
    <div className="flex min-h-dvh flex-col">
      <main className="mx-auto flex w-full max-w-md flex-1 flex-col gap-5 px-4 pt-14 pb-10 sm:pt-28">
        <div className="flex items-center gap-3">
          <img src="/app/icon.svg" alt="" width={36} height={36} />
          <h1 className="text-2xl font-semibold tracking-tight">Portage dashboard</h1>
          <span className="ml-auto">
            <ThemeButton />
          </span>
        </div>
        {refusal === undefined ? undefined : (
          <Notice tone="bad" title="Invalid API key">
            {refusal}
          </Notice>
        )}
        <form
          className="grid gap-3 rounded-3xl border border-line bg-card p-5"
          onSubmit={(event) => {
            event.preventDefault();
            onKey(text.trim());
          }}
        >
          <label className="grid gap-1.5 text-sm font-medium">
            API key
            <input
              type="password"
              required
              autoComplete="off"
              spellCheck={false}
              value={text}
              onChange={(event) => setText(event.target.value)}
              placeholder="key_…"
              className="rounded-xl border border-line bg-well px-3.5 py-2.5 font-mono text-base"
            />
          </label>
          <p className="text-sm text-quiet">
            It stays in this tab and is forgotten when the tab is closed. It is sent to this service
            alone.
          </p>
          <Button type="submit" className="py-2.5">
            Sign in
          </Button>
        </form>
        <DemoKeys onKey={onKey} />
      </main>
      <Footer />
    </div>
  );
}

/** Keys of a devnet, which everybody may use. */
function DemoKeys({ onKey }: Pick<SignInProps, 'onKey'>): ReactElement | null {
  const demoKeys = useSettings()?.demoKeys ?? [];
  if (demoKeys.length === 0) return null;
  return (
    <section
      aria-labelledby="demo-title"
      className="grid gap-3 rounded-3xl border border-line bg-card p-5"
    >
      <h2 id="demo-title" className="font-semibold">
        Local test network
      </h2>
      <p className="text-sm text-quiet">Shared demo keys. The money here is worth nothing.</p>
      <div className="flex flex-wrap gap-2">
        {demoKeys.map(({ name, secret }) => (
          <Button key={name} tone="soft" onClick={() => onKey(secret)}>
            <KeyRound size={14} aria-hidden className="mr-1.5 inline" />
            <span>{`Open as ${name.toLowerCase()}`}</span>
          </Button>
        ))}
      </div>
    </section>
  );
}
