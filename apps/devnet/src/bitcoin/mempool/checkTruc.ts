import { Reject, require } from '../reject.js';
import { withAncestors, withDescendants, type MempoolEntry } from './entry.js';

/** Version whose transactions have one relative without a block at most (BIP 431). */
export const trucVersion = 3;

/** Virtual bytes of such a transaction, and of one whose parent has no block. */
const trucVsizeMax = 10_000;
const trucChildVsizeMax = 1_000;

const reason = 'TRUC-violation';

/**
 * Checks the rules of BIP 431 as Bitcoin Core keeps them from version 28 on: parent and child
 * without a block both have version 3 or neither has, a family has two members, and its child is
 * small.
 *
 * @param conflicts - waiting transactions that it takes the place of
 * @returns the child of its parent that it takes the place of, too: its fee has to outbid that one
 * @throws Reject
 */
export function checkTruc(
  { tx, parents }: Pick<MempoolEntry, 'tx' | 'parents'>,
  conflicts: ReadonlySet<MempoolEntry>,
): MempoolEntry | undefined {
  const isTruc = tx.raw.version === trucVersion;
  for (const parent of parents) {
    const isParentTruc = parent.tx.raw.version === trucVersion;
    require(isTruc ===
      isParentTruc, reason, `${reason}, ${describe(isTruc)} tx ${tx.id} cannot spend from ${describe(isParentTruc)} tx ${parent.tx.id}`);
  }
  if (!isTruc) return undefined;
  require(tx.vsize <=
    trucVsizeMax, reason, `${reason}, version=3 tx ${tx.id} is too big: ${tx.vsize} > ${trucVsizeMax} virtual bytes`);
  const [parent] = parents;
  if (parent === undefined) return undefined;
  require(withAncestors(parents).size ===
    1, reason, `${reason}, tx ${tx.id} would have too many ancestors`);
  require(tx.vsize <=
    trucChildVsizeMax, reason, `${reason}, version=3 child tx ${tx.id} is too big: ${tx.vsize} > ${trucChildVsizeMax} virtual bytes`);
  const others = [...parent.children].filter((child) => !conflicts.has(child));
  const [sibling] = others;
  if (sibling === undefined) return undefined;
  if (others.length > 1 || withDescendants([sibling]).size > 1)
    throw new Reject(reason, `${reason}, tx ${parent.tx.id} would exceed descendant count limit`);
  return sibling;
}

function describe(isTruc: boolean): string {
  return isTruc ? 'version=3' : 'non-version=3';
}
