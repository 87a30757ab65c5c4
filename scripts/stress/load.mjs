import { spawn } from 'node:child_process';

/** Starts processes that do nothing but use up a core each. They end with this one. */
export function startLoad(count) {
  const loop =
    'process.on("disconnect", () => process.exit()); const spin = () => { const end = Date.now() + 50; while (Date.now() < end); setImmediate(spin); }; spin();';
  const loops = Array.from({ length: count }, () =>
    spawn(process.execPath, ['-e', loop], { stdio: ['ignore', 'ignore', 'ignore', 'ipc'] }),
  );
  return {
    end: () => {
      for (const one of loops) one.kill('SIGKILL');
    },
  };
}
