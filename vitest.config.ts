import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';

// Some forty local stacks are started, each of which would compile the same modules again.
process.env['NODE_COMPILE_CACHE'] ??= fileURLToPath(new URL('node_modules/.cache/compiled', import.meta.url));

if (process.platform === 'win32')
  process.stderr.write(
    'Some tests require /bin/sh and POSIX signals. On Windows, run `npm test` inside WSL 2.\n',
  );

/**
 * Each test brings its own parts, so files run side by side on one module graph per worker: loading the CDK once instead
 * of once per file is most of the time. Hence no `vi.mock`, and what a test changes of a module it puts back.
 */
const inProcess = ['unit', 'property', 'contract', 'infra', 'model'];

/**
 * Tests with processes, sockets and real waits, slowest last. They start when the groups before them have ended: a busy
 * machine would make their deadlines lie. Two files at a time fill two cores, as much of each is waiting.
 */
const withProcesses = [
  { name: 'integration', group: 1, maxWorkers: 2 },
  { name: 'e2e', group: 2, maxWorkers: 2 },
  { name: 'browser', group: 2, maxWorkers: 2 },
  { name: 'slow', group: 3, maxWorkers: 1 },
];

export default defineConfig({
  test: {
    globalSetup: 'test/support/fixtures/platform/documented-errors-setup.ts',
    projects: [
      ...inProcess.map((name) => ({
        test: {
          name,
          include: [`test/${name}/**/*.test.ts`],
          testTimeout: 20_000,
          hookTimeout: 30_000,
          isolate: false,
          maxWorkers: '100%',
        },
      })),
      ...withProcesses.map(({ name, group, maxWorkers }) => ({
        test: {
          name,
          include: [`test/${name}/**/*.test.ts`],
          testTimeout: 90_000,
          hookTimeout: 60_000,
          maxWorkers,
          sequence: { groupOrder: group },
        },
      })),
    ],
  },
});
