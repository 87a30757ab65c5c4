import { keySigner, type ExchangeSigner, type KeySignerOptions } from '@portage/exchange';
import { sign } from '@portage/exchange/signature';
import {
  changePubKeyOwnerText,
  hashChangePubKey,
  writeAuthToken,
  type ChangePubKey,
  type Signatures,
} from '@portage/exchange/transaction';

/** Signer of an account of ours: it signs registrations of its key beside transfers. */
export interface OwnSigner extends ExchangeSigner {
  /** Signs the registration of a key with that key and the owner's. */
  signChange(change: ChangePubKey, circuitId: number): Promise<Signatures>;
  /** Token by which the account reads what is its own, up to a time in Unix seconds. */
  authToken(deadline: number): string;
}

/** Makes the signer of an account of ours. @throws PortageError `INVALID_CONFIGURATION` */
export function ownSigner(options: KeySignerOptions): OwnSigner {
  const { owner } = options;
  const key = options.privateKey.slice();
  return {
    ...keySigner(options),
    signChange: async (change, circuitId) => {
      const ownerSignature = await owner.signMessage(changePubKeyOwnerText(change));
      return { signature: sign(hashChangePubKey(change, circuitId), key), ownerSignature };
    },
    authToken: (deadline) => {
      const { accountIndex, apiKeyIndex } = options;
      return writeAuthToken({ accountIndex, apiKeyIndex, deadline }, key);
    },
  };
}
