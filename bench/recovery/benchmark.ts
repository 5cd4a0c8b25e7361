import { type Benchmark, PATH_OF_EVENTS, UNDER_LOAD } from '#bench/record/benchmark.ts';

export const recovery: Benchmark = {
  name: 'recovery',
  runs: { recovery: [] },
  brief: ['--runs', '1', '--events', '300'],
  covers: ['bench/recovery', ...UNDER_LOAD],
  functions: PATH_OF_EVENTS,
};
