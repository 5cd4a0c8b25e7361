import { defineConfig } from 'vitest/config';

/**
 * Each test brings its own parts, so files run side by side on one module graph per worker: loading the CDK once instead
 * of once per file is most of the time. Hence no `vi.mock`, and what a test changes of a module it puts back.
 */
const inProcess = ['unit', 'property', 'contract', 'infra', 'model'];

/**
 * Tests with processes, sockets and real waits, slowest last. They start when the groups before them have ended: a busy
 * machine would make their deadlines lie.
 */
const withProcesses = [
  { name: 'integration', maxWorkers: 2 },
  { name: 'e2e', maxWorkers: 1 },
  { name: 'browser', maxWorkers: 1 },
  { name: 'slow', maxWorkers: 1 },
];

export default defineConfig({
  test: {
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
      ...withProcesses.map(({ name, maxWorkers }, index) => ({
        test: {
          name,
          include: [`test/${name}/**/*.test.ts`],
          testTimeout: 90_000,
          hookTimeout: 60_000,
          maxWorkers,
          sequence: { groupOrder: index + 1 },
        },
      })),
    ],
  },
});
