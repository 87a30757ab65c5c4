import type { Queryable, Statement } from '@portage/database';

const readStatement: Statement = {
  name: 'reread_height_read',
  text: 'select reread_height as height from chain_cursors where chain_id = $1',
};

const writeStatement: Statement = {
  name: 'reread_height_write',
  text: 'update chain_cursors set reread_height = $2 where chain_id = $1',
};

/** The first block that is still to be read a second time; undefined before the first reading. */
export async function readRereadHeight(
  database: Queryable,
  chainId: number,
): Promise<number | undefined> {
  const [row] = await database.query<{ height: number | null }>(readStatement, [chainId]);
  return row?.height ?? undefined;
}

/** Keeps the first block that is still to be read a second time, for a chain that is followed. */
export async function writeRereadHeight(
  database: Queryable,
  chainId: number,
  height: number,
): Promise<void> {
  await database.query(writeStatement, [chainId, height]);
}
