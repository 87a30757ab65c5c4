/** Probability of each fault, each time that it could happen. */
export const faultRates = {
  /** A block is followed by a reorg. */
  reorg: 0.06,
  /** A block is followed by dear blocks. */
  'gas spike': 0.03,
  /** An endpoint answers late. */
  'rpc delay': 0.4,
  /** An endpoint does not answer. */
  'rpc drop': 0.06,
  /** The stream of blocks breaks. */
  'stream drop': 0.04,
  /** Blocks are reported late. */
  'stream delay': 0.25,
  /** Events are reported twice. */
  'event duplicate': 0.5,
  /** Events of a block are reported in another order. */
  'event reorder': 0.5,
  /** A stream that begins anew tells events of earlier blocks again. */
  'event overlap': 0.5,
  /** An endpoint invents an event that no quorum confirms. */
  'lie: event': 0.01,
  /** An endpoint leaves the events of a block out. */
  'lie: no events': 0.004,
  /** An endpoint tells of an older head than there is. */
  'lie: head': 0.01,
  /** An endpoint tells of a balance that is not there. */
  'lie: balance': 0.01,
  /** An endpoint has not seen a transaction that others have. */
  'stale receipt': 0.25,
  /** An endpoint takes bytes and forgets them. */
  'broadcast lost': 0.06,
  /** An endpoint takes bytes and answers too late. */
  'broadcast timeout accepted': 0.15,
  /** An endpoint cannot be reached with bytes. */
  'broadcast unreachable': 0.06,
  /** An endpoint refuses good bytes. */
  'broadcast refused': 0.04,
  /** Bytes reach the endpoint in another order. */
  'broadcast reorder': 0.3,
  /** A transaction waits in no mempool any more. */
  'mempool drop': 0.02,
  /** Fees, balances and the tip are not known for a moment. */
  'reading missing': 0.1,
  /** A statement fails before the server has it. */
  'database error': 0.004,
  /** A commit is carried out, and its answer is lost. */
  'commit unknown': 0.01,
  /** A statement outside of a transaction is carried out, and its answer is lost. */
  'answer lost': 0.001,
  /** The process dies before a statement. */
  'kill before statement': 0.0006,
  /** The process dies after a statement was carried out. */
  'kill after statement': 0.0006,
  /** The process dies before it asks an endpoint. */
  'kill at call': 0.001,
  /** The process dies before it has the answer of an endpoint. */
  'kill after call': 0.001,
  /** The process dies between two transactions that it sends. */
  'kill while sending': 0.002,
  /** The process dies at a named point. */
  'kill at failpoint': 0.03,
  /** The clock of a process jumps. */
  'clock step': 0.05,
  /** The database moves to its standby: connections break for seconds. */
  failover: 0.004,
} as const;

/** Name of a fault. */
export type FaultName = keyof typeof faultRates;
