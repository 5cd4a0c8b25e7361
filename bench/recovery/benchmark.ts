import { type Benchmark, PATH_UNDER_LOAD } from '#bench/record/benchmark.ts';

export const recovery: Benchmark = {
  name: 'recovery',
  runs: { recovery: [] },
  covers: ['bench/recovery', ...PATH_UNDER_LOAD],
};
