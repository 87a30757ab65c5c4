import type { ChainInfo } from '@portage/sdk';
import { Droplets, FlaskConical, Unplug, WalletMinimal } from 'lucide-react';
import { Suspense, useState, type ReactElement } from 'react';
import { useFaucet } from '../balances/useFaucet.js';
import { ErrorNotice } from '../explain/ErrorNotice.js';
import { Button } from '../ui/Button.js';
import { CopyText } from '../ui/CopyText.js';
import { Dialog } from '../ui/Dialog.js';
import { families } from '../wallets/families.js';
import type { Family, Wallet, WalletOffer } from '../wallets/wallet.js';
import { useWallets } from '../wallets/walletsContext.js';

/** Properties of a {@link WalletsDialog}. */
export interface WalletsDialogProps {
  readonly chains: readonly ChainInfo[];
  readonly onClose: () => void;
}

/** Wallets of each family: what is connected, and what can be. */
export function WalletsDialog({ chains, onClose }: WalletsDialogProps): ReactElement {
  const [error, setError] = useState<unknown>();
  const shown = families.filter(({ vm }) => chains.some(({ vmType }) => vmType === vm));
  return (
    <Dialog title="Wallets" onClose={onClose}>
      <div className="grid gap-5 overflow-y-auto px-5 pt-1 pb-5">
        {shown.map((family) => (
          <FamilyWallets key={family.vm} family={family} chains={chains} onError={setError} />
        ))}
        {error === undefined ? undefined : <ErrorNotice error={error} />}
        <p className="text-sm text-quiet">
          A wallet signs only what you confirm there. This page never sees its keys.
        </p>
      </div>
    </Dialog>
  );
}

interface FamilyWalletsProps {
  readonly family: Family;
  readonly chains: readonly ChainInfo[];
  readonly onError: (error: unknown) => void;
}

function FamilyWallets({ family, chains, onError }: FamilyWalletsProps): ReactElement {
  const wallets = useWallets();
  const connected = wallets.find(family.vm);
  const offers = wallets.offers.filter(({ vm }) => vm === family.vm);
  return (
    <section aria-label={`${family.name} wallets`}>
      <h3 className="mb-1.5 text-sm font-medium text-quiet">{family.name}</h3>
      {connected === undefined ? (
        <ul className="grid gap-1.5">
          {offers.map((offer) => (
            <li key={offer.id}>
              <OfferButton
                offer={offer}
                onPick={() => {
                  onError(undefined);
                  wallets.connect(offer).catch(onError);
                }}
              />
            </li>
          ))}
          {family.entry === undefined ? undefined : (
            <li>
              <Suspense fallback={<p className="text-sm text-quiet">Loading…</p>}>
                <family.entry.Form chains={chains} onWallet={wallets.enter} />
              </Suspense>
            </li>
          )}
          {offers.length === 0 && family.entry === undefined ? (
            <li className="rounded-2xl bg-well px-4 py-3 text-sm text-quiet">
              {`No ${family.name} wallet was found in this browser. Install one and load the page again.`}
            </li>
          ) : undefined}
        </ul>
      ) : (
        <Connected wallet={connected} chains={chains} onError={onError} />
      )}
    </section>
  );
}

interface OfferButtonProps {
  readonly offer: WalletOffer;
  readonly onPick: () => void;
}

function OfferButton({ offer, onPick }: OfferButtonProps): ReactElement {
  return (
    <button
      type="button"
      onClick={onPick}
      data-wallet={offer.id}
      className="flex w-full items-center gap-3 rounded-2xl border border-line px-4 py-3 text-left hover:border-accent hover:bg-well"
    >
      <WalletPicture icon={offer.icon} isTest={offer.isTest} />
      <span className="flex-1 font-medium">{offer.name}</span>
      {offer.isTest ? <TestMark /> : undefined}
    </button>
  );
}

interface ConnectedProps {
  readonly wallet: Wallet;
  readonly chains: readonly ChainInfo[];
  readonly onError: (error: unknown) => void;
}

function Connected({ wallet, chains, onError }: ConnectedProps): ReactElement {
  const { disconnect } = useWallets();
  const { mutate: fill, isPending } = useFaucet();
  return (
    <div className="rounded-2xl border border-line bg-well px-4 py-3">
      <div className="flex items-center gap-3">
        <WalletPicture icon={wallet.icon} isTest={wallet.isTest} />
        <div className="min-w-0 flex-1">
          <p className="flex items-center gap-2 font-medium">
            <span>{wallet.name}</span> {wallet.isTest ? <TestMark /> : undefined}
          </p>
          <CopyText text={wallet.address} label="address" />
        </div>
        <button
          type="button"
          aria-label={`Disconnect ${wallet.name}`}
          className="rounded-full p-2 text-quiet hover:text-bad"
          onClick={() => {
            disconnect(wallet.vm);
          }}
        >
          <Unplug size={18} aria-hidden />
        </button>
      </div>
      {wallet.isTest ? (
        <Button
          tone="soft"
          className="mt-3 w-full"
          disabled={isPending}
          onClick={() => {
            fill({ wallet, chains }, { onError });
          }}
        >
          <span className="inline-flex items-center gap-2">
            <Droplets size={15} aria-hidden />
            <span>{isPending ? 'On its way…' : 'Get more test money'}</span>
          </span>
        </Button>
      ) : undefined}
    </div>
  );
}

function TestMark(): ReactElement {
  return (
    <span className="rounded-full bg-warn-tint px-2 py-0.5 text-xs font-semibold text-warn">
      Test money
    </span>
  );
}

interface WalletPictureProps {
  readonly icon: string | undefined;
  readonly isTest: boolean;
}

function WalletPicture({ icon, isTest }: WalletPictureProps): ReactElement {
  // Wallets bring their picture themselves; only one that is inside the text is shown.
  if (icon?.startsWith('data:image/') === true)
    return <img src={icon} alt="" width={32} height={32} className="rounded-lg" />;
  const Icon = isTest ? FlaskConical : WalletMinimal;
  return (
    <span className="grid size-8 place-items-center rounded-lg bg-tint text-accent">
      <Icon size={18} aria-hidden />
    </span>
  );
}
