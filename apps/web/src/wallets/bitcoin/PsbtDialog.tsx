import { useChains } from '@portage/react';
import { readPsbt, type ReadPsbt } from '@portage/bitcoin/transaction';
import type { ChainInfo } from '@portage/sdk';
import { Check, Copy, Download } from 'lucide-react';
import { useId, useState, useSyncExternalStore, type ReactElement } from 'react';
import { shortUnits } from '../../format/amounts.js';
import { Button } from '../../ui/Button.js';
import { CopyText } from '../../ui/CopyText.js';
import { Dialog } from '../../ui/Dialog.js';
import { bitcoinChain, networkOf } from './openExecutor.js';
import { psbtDesk, type WaitingPsbt } from './psbtDesk.js';
import { psbtBase64, psbtBytes, readPsbtText } from './psbtText.js';

const textStyle =
  'w-full resize-none rounded-xl border border-line bg-well px-3 py-2 font-mono text-xs break-all';

/** Shows a transaction that is signed elsewhere, and takes it back. */
export function PsbtDialog(): ReactElement | null {
  const waiting = useSyncExternalStore(psbtDesk.subscribe, psbtDesk.current);
  const { data: chains } = useChains();
  if (waiting === undefined || chains === undefined) return null;
  return (
    <Dialog title="Sign this payment in your wallet" onClose={waiting.decline}>
      <Desk key={waiting.request.psbt} waiting={waiting} chains={chains} />
    </Dialog>
  );
}

interface DeskProps {
  readonly waiting: WaitingPsbt;
  readonly chains: readonly ChainInfo[];
}

function Desk({ waiting, chains }: DeskProps): ReactElement {
  const { psbt } = waiting.request;
  const id = useId();
  const [text, setText] = useState('');
  const signed = readPsbtText(text);
  const isUnsigned = signed === psbt;
  const fault =
    text.trim() !== '' && signed === undefined
      ? 'Not a valid PSBT. Paste the whole text, base64 or hex.'
      : isUnsigned
        ? 'There are no signatures in it yet: sign it in your wallet first.'
        : '';
  return (
    <form
      className="grid gap-3 overflow-y-auto px-5 pt-1 pb-5"
      onSubmit={(event) => {
        event.preventDefault();
        if (signed !== undefined) waiting.sign(signed);
      }}
    >
      <Payments psbt={psbt} chains={chains} />
      <label htmlFor={`${id}-asked`} className="text-sm font-medium">
        1. Take it to your wallet
      </label>
      <textarea
        id={`${id}-asked`}
        readOnly
        rows={3}
        value={psbtBase64(psbt)}
        className={textStyle}
      />
      <TakeButtons psbt={psbt} />
      <label htmlFor={`${id}-signed`} className="text-sm font-medium">
        2. Paste it back with its signatures
      </label>
      <textarea
        id={`${id}-signed`}
        rows={3}
        value={text}
        spellCheck={false}
        placeholder="cHNidP8… or hex"
        aria-invalid={fault !== ''}
        aria-describedby={`${id}-fault`}
        onChange={(event) => setText(event.target.value)}
        className={textStyle}
      />
      <p id={`${id}-fault`} role="status" className="text-sm text-bad empty:hidden">
        {fault}
      </p>
      <Button type="submit" size="large" disabled={signed === undefined || isUnsigned}>
        Check and send
      </Button>
      <p className="text-sm text-quiet">
        Every signature is checked here, and the payment must be the same as above. Closing this
        window sends nothing.
      </p>
    </form>
  );
}

interface PaymentsProps {
  readonly psbt: string;
  readonly chains: readonly ChainInfo[];
}

const decimals = 8;

/** Payments of the transaction, to be compared with those that the wallet shows. */
function Payments({ psbt, chains }: PaymentsProps): ReactElement {
  const read = readPsbt(psbt, networkOf(bitcoinChain(chains)));
  return (
    <div className="grid gap-1 rounded-2xl bg-well px-4 py-3 text-sm">
      <p className="text-quiet">Your wallet must show the same:</p>
      <ul className="grid gap-1">{read === undefined ? undefined : payments(read)}</ul>
    </div>
  );
}

function payments({ outputs, fee }: ReadPsbt): readonly ReactElement[] {
  return [
    ...outputs.map(({ address, value }, place) => (
      <li key={String(place)} className="flex justify-between gap-3">
        {address === undefined ? (
          <span>Mark of this swap</span>
        ) : (
          <CopyText text={address} label="address" />
        )}
        <span className="tabular-nums">{`${shortUnits(value, decimals)} BTC`}</span>
      </li>
    )),
    <li key="fee" className="flex justify-between gap-3 text-quiet">
      <span>Network fee</span>
      <span className="tabular-nums">{`${shortUnits(fee, decimals)} BTC`}</span>
    </li>,
  ];
}

/** Ways to take the transaction along. */
function TakeButtons({ psbt }: Pick<PaymentsProps, 'psbt'>): ReactElement {
  const [isCopied, setCopied] = useState(false);
  const Icon = isCopied ? Check : Copy;
  return (
    <div className="flex gap-2">
      <Button
        tone="soft"
        onClick={() => {
          // Where the browser forbids it, the text above can be selected.
          navigator.clipboard.writeText(psbtBase64(psbt)).then(
            () => setCopied(true),
            () => undefined,
          );
        }}
      >
        <span className="inline-flex items-center gap-1.5">
          <Icon size={14} aria-hidden /> <span>{isCopied ? 'Copied' : 'Copy'}</span>
        </span>
      </Button>
      <Button tone="soft" onClick={() => download(psbt)}>
        <span className="inline-flex items-center gap-1.5">
          <Download size={14} aria-hidden /> <span>Download file</span>
        </span>
      </Button>
    </div>
  );
}

function download(psbt: string): void {
  const url = URL.createObjectURL(
    new Blob([psbtBytes(psbt)], { type: 'application/octet-stream' }),
  );
  const link = document.createElement('a');
  link.href = url;
  link.download = 'portage.psbt';
  link.click();
  URL.revokeObjectURL(url);
}
