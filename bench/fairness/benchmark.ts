import { type Benchmark, PATH_OF_EVENTS, UNDER_LOAD } from '#bench/record/benchmark.ts';

export const fairness: Benchmark = {
  name: 'fairness',
  runs: { fairness: [] },
  brief: ['--pairs', '1', '--seconds', '5'],
  covers: ['bench/fairness', ...UNDER_LOAD],
  functions: PATH_OF_EVENTS,
};
