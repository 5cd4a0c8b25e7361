import { defineConfig } from 'vitest/config';

/** Folders of `test/` that run in parallel: each test brings its own parts. */
const inProcess = ['unit', 'property', 'contract', 'infra'];

export default defineConfig({
  test: {
    projects: [
      ...inProcess.map((name) => ({
        test: { name, include: [`test/${name}/**/*.test.ts`], testTimeout: 20_000, hookTimeout: 30_000 },
      })),
      ...['integration', 'e2e', 'slow'].map((name) => ({
        test: { name, include: [`test/${name}/**/*.test.ts`], testTimeout: 90_000, hookTimeout: 60_000 },
      })),
    ],
  },
});
