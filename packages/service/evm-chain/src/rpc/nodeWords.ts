import type { SendFailure } from '@portage/chain-kit';

/** Words with which nodes refuse a transaction. */
export interface NodeWords {
  readonly pattern: RegExp;
  readonly means: SendFailure;
}

/**
 * Nodes share one error code for all refusals, so their words are all there is. This is the only
 * place that knows them: the first row that fits decides, and what no row fits is ambiguous.
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
      /already ?known|already imported|known transaction|already in (?:the )?(?:mem)?pool|already exists/i,
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
      /replacement (?:transaction )?underpriced|to replace existing transaction|another transaction with same nonce/i,
    means: 'refused',
  },
  {
    // Room for the cheapest is gone; it may be there again in a moment, or at another node.
    pattern: /FeeTooLowToCompete|txpool is full|pool is full|queue full|too many transactions/i,
    means: 'ambiguous',
  },
  {
    // geth and its kin: the tip or the price is below what the node was told to take.
    pattern:
      /gas price below minimum|transaction underpriced|gas price (?:is )?too low|fee too low/i,
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
      /intrinsic gas too (?:low|high)|exceeds block gas limit|gas limit.*(?:exceed|too high)|gas floor|floor data gas/i,
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
