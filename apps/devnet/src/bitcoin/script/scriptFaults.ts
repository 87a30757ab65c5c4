/** Faults of scripts, in the words of Bitcoin Core. */
export const scriptFaults = {
  evalFalse: 'Script evaluated without error but finished with a false/empty top stack element',
  equalVerify: 'Script failed an OP_EQUALVERIFY operation',
  derSignature: 'Non-canonical DER signature',
  hashType: 'Signature hash type missing or not understood',
  highS: 'Non-canonical signature: S value is unnecessarily high',
  publicKey: 'Public key is neither compressed or uncompressed',
  witnessKey: 'Using non-compressed keys in segwit',
  nullFail: 'Signature must be zero for failed CHECK(MULTI)SIG operation',
  programMismatch: 'Witness program hash mismatch',
  programEmpty: 'Witness program was passed an empty witness',
  malleated: 'Witness requires empty scriptSig',
  malleatedP2sh: 'Witness requires only-redeemscript scriptSig',
  unexpectedWitness: 'Witness provided for non-witness script',
  pushOnly: 'Only push operators allowed in signatures',
  cleanStack: 'Stack size must be exactly one after execution',
  schnorr: 'Invalid Schnorr signature',
  schnorrSize: 'Invalid Schnorr signature size',
  schnorrType: 'Invalid Schnorr signature hash type',
  /** Not Core's: this node runs no scripts but those of single keys. */
  unsupported: 'This node does not run this kind of script',
} as const;

/** Fault of a script. */
export type ScriptFault = (typeof scriptFaults)[keyof typeof scriptFaults];
