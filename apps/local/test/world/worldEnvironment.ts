import { builtinEnvironments, type Environment } from 'vitest/runtime';
import { endOfWorker } from './endOfWorker.js';

/**
 * Environment of the workers whose files share a system: that of node, and an end. Vitest waits for
 * the teardown of an environment, once for each worker, after its last file.
 */
const worldEnvironment: Environment = {
  ...builtinEnvironments.node,
  name: 'world',
  setup: async (global, options) => {
    const node = await builtinEnvironments.node.setup(global, options);
    const end = endOfWorker();
    return {
      teardown: async () => {
        for (const close of end.splice(0).reverse()) await close();
        await node.teardown(global);
      },
    };
  },
};

export default worldEnvironment;
