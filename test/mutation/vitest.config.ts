import { defineConfig } from 'vitest/config';

/**
 * The tests that evaluate the mutants. They are chosen here and not by Stryker's `testFiles`: with that option its Vitest
 * runner never activates a mutant that is evaluated while its module loads, so that all of those survive.
 */
export default defineConfig({
  test: {
    include: [
      'test/unit/shared/{platform/network,webhooks/sending}/*.test.ts',
      'test/property/webhooks/retry-policy.test.ts',
      'test/integration/webhooks/{receiver-sockets,hostile-sizes,sender-connect,sender-dns}.test.ts',
    ],
    testTimeout: 20_000,
  },
});
