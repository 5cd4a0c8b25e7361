import type { Benchmark } from '#bench/record/benchmark.ts';

export const secretKeys: Benchmark = {
  name: 'secret-keys',
  runs: { 'secret-keys': [] },
  brief: [],
  covers: ['bench/secret-keys', 'bench/cost/bills/price-list.ts', 'shared/platform/runtime/secrets'],
};
