import { type Benchmark, PATH_OF_EVENTS, UNDER_LOAD } from '#bench/record/benchmark.ts';

export const recovery: Benchmark = {
  name: 'recovery',
  runs: { recovery: [] },
  covers: ['bench/recovery', ...UNDER_LOAD],
  functions: PATH_OF_EVENTS,
};
