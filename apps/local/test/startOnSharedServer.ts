import { createTestDatabases } from '@portage/database/testing';
import { startSystem, type System, type SystemOptions } from '../src/startSystem.js';

/**
 * Starts a system on a database of the server that this run of tests shares: a copy of a migrated
 * template is there at once, a cluster of its own takes seconds. `close` drops it.
 */
export async function startOnSharedServer(options: SystemOptions): Promise<System> {
  // `auditOnClose` asks the service itself, which knows what it is still to book.
  const databases = createTestDatabases({ unaudited: 'the books are audited by the service' });
  try {
    const databaseUrl = await databases.createDatabase();
    // Many tests write to the one server: it is slow at times, and never stalled.
    const system = await startSystem({ ...options, databaseUrl, saveSecondsMax: 60 });
    const close = async (): Promise<void> => {
      try {
        await system.close();
      } finally {
        await databases.close();
      }
    };
    return { ...system, close };
  } catch (error) {
    await databases.close();
    throw error;
  }
}
