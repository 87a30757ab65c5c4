import type { SendFailure } from '@portage/chain-kit';

/** Words with which nodes refuse a transaction. */
export interface NodeWords {
  readonly pattern: RegExp;
  readonly means: SendFailure;
}

/**
 * Nodes share one error code for all refusals, so their words are all there is. This is the only
 * place that knows them: the first row that fits decides, and what no row fits is ambiguous. A row
 * says `refused` only of words that mean that the node has not kept the transaction.
 *
 * Sources: go-ethereum `core/txpool/errors.go` and `validation.go`, which bor (Polygon), bsc and
 * op-geth share; Erigon `txnprovider/txpool`; Nethermind `Nethermind.TxPool/AcceptTxResult.cs` and
 * its filters; Besu `RpcErrorType.java`; reth `rpc-eth-types/src/error`; Nitro and its
 * sequencer; the table of the Chainlink node, `core/chains/evm/client/errors_test.go`.
 */
export const nodeWords: readonly NodeWords[] = [
  {
    // "already exists" is how hosted nodes pass it on.
    pattern:
      /already ?known|already imported|known transaction|already in (?:the )?(?:mem)?pool|already exists|existing txn with same hash/i,
    means: 'known',
  },
  {
    // The sequence is used: by these very bytes, or by others.
    pattern:
      /nonce(?: is)? too low|invalid (?:transaction )?nonce|old ?nonce|OwnNonceAlreadyUsed|Pool\(Stale\)/i,
    means: 'ambiguous',
  },
  {
    // Another transaction of ours has the sequence, and this one does not offer an eighth more.
    pattern:
      /replacement (?:transaction )?underpriced|to replace existing transaction|could not replace existing|another transaction with same nonce/i,
    means: 'refused',
  },
  {
    // Nethermind may have told its peers before it dropped the transaction; a sequencer is asked
    // through relays, of which one that did not answer may have passed it on.
    pattern: /FeeTooLowToCompete|sequencer pending tx pool full|^queue full|too many transactions/i,
    means: 'ambiguous',
  },
  {
    // geth and reth: `txpool is full`; Erigon: `pending sub-pool is full` and its kin. A node
    // that keeps the transaction for later says nothing of a full pool (geth's own tracker).
    pattern: /pool is full/i,
    means: 'refused',
  },
  {
    // Bounds of a node for one account: geth, reth, Erigon, Besu, Nethermind.
    pattern:
      /account limit exceeded|in-flight transaction limit|(?:address|authority) already reserved|gapped.nonce|future transaction tries to replace|^spammer|nonce (?:is )?too (?:high|distant)|NonceGap|NonceTooFarInFuture/i,
    means: 'refused',
  },
  {
    // A node that takes none at the moment: Besu, Nethermind.
    pattern: /transaction pool not enabled|sync is still in progress|^Syncing\b|node is syncing/i,
    means: 'refused',
  },
  {
    // geth and its kin: the tip or the price is below what the node was told to take.
    pattern:
      /gas price below minimum|transaction underpriced|^underpriced$|gas price (?:is )?too low|fee too low/i,
    means: 'underpriced',
  },
  {
    // geth, Nitro, Erigon: the base fee has passed what is offered.
    pattern:
      /max fee per gas less than block base fee|fee cap less than|fee cap \d+, minimum needed/i,
    means: 'underpriced',
  },
  {
    // Nethermind; Besu; reth.
    pattern:
      /FeeTooLow|below (?:current base fee|configured minimum)|priority fee below minimum|below chain minimum/i,
    means: 'underpriced',
  },
  { pattern: /insufficient ?funds|insufficient balance|balance too low/i, means: 'refused' },
  {
    pattern: /out of ?funds|not enough funds|upfront cost exceeds|would cause overdraft/i,
    means: 'refused',
  },
  {
    pattern:
      /intrinsic ?gas(?: too (?:low|high)|$)|exceeds block gas limit|gas limit.*(?:exceed|too high)|gas floor|floor data gas/i,
    means: 'refused',
  },
  {
    // Nodes that bound what a transaction may cost at all: `rpc.txfeecap` of geth.
    pattern: /exceeds the configured cap|transaction fee cap exceeded/i,
    means: 'refused',
  },
  {
    pattern:
      /(?:transaction|tx) type not supported|invalid sender|invalid chain ?id|wrong chain ?id|chain ?id mismatch|oversized data|rlp:/i,
    means: 'refused',
  },
];
