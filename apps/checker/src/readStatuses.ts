import pg from 'pg';

/** Reads the status of each order from the database of the service. */
export async function readStatuses(databaseUrl: string): Promise<ReadonlyMap<string, string>> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    const { rows } = await client.query<{ id: string; status: string }>(
      `select '0x' || encode(order_id, 'hex') as id, status from request_states`,
    );
    return new Map(rows.map(({ id, status }) => [id, status]));
  } finally {
    await client.end();
  }
}
