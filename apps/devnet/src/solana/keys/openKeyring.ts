import { createHmac, createPrivateKey, createPublicKey, pbkdf2Sync, sign } from 'node:crypto';
import { base58 } from '@scure/base';
import { testMnemonic } from '../../keys/testMnemonic.js';

/** Solana key of ed25519. */
export interface Keypair {
  readonly address: string;
  readonly publicKey: Uint8Array;
  /** 64 bytes: the seed and then the public key, as every Solana tool writes a key. */
  readonly secretKey: Uint8Array;
  sign(message: Uint8Array): Uint8Array;
}

/** PKCS #8 around the 32 bytes of an ed25519 seed. */
const pkcs8Head = Buffer.from('302e020100300506032b657004220420', 'hex');

/** Derives the key at an account and branch. */
export type Keyring = (account: number, branch: number) => Keypair;

/**
 * Keys at `m/44'/501'/account'/branch'` of the well-known test phrase (SLIP-10). On branch 0 these
 * are the accounts that every Solana wallet shows for that phrase.
 */
export function openKeyring(): Keyring {
  const seed = pbkdf2Sync(testMnemonic, 'mnemonic', 2048, 64, 'sha512');
  const root = createHmac('sha512', 'ed25519 seed').update(seed).digest();
  return (account, branch) => {
    let node = root;
    for (const index of [44, 501, account, branch]) {
      const step = Buffer.alloc(37);
      node.copy(step, 1, 0, 32);
      step.writeUInt32BE(index + 0x8000_0000, 33);
      node = createHmac('sha512', node.subarray(32)).update(step).digest();
    }
    return keypairFromSeed(node.subarray(0, 32));
  };
}

function keypairFromSeed(seed: Uint8Array): Keypair {
  const privateKey = createPrivateKey({
    key: Buffer.concat([pkcs8Head, seed]),
    format: 'der',
    type: 'pkcs8',
  });
  const publicKey = new Uint8Array(
    createPublicKey(privateKey).export({ format: 'der', type: 'spki' }).subarray(-32),
  );
  return {
    address: base58.encode(publicKey),
    publicKey,
    secretKey: new Uint8Array([...seed, ...publicKey]),
    sign: (message) => new Uint8Array(sign(null, message, privateKey)),
  };
}
