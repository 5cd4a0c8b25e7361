import type { Benchmark } from '#bench/record/benchmark.ts';

export const rateLimit: Benchmark = {
  name: 'rate-limit',
  runs: { 'rate-limit': [] },
  brief: ['--minutes', '20'],
  covers: [
    'bench/rate-limit',
    'bench/cost/bills/price-list.ts',
    'shared/platform/http/rate-limiter.ts',
    'shared/platform/core/rate-limit.ts',
  ],
};
