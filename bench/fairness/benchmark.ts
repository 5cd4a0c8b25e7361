import { type Benchmark, PATH_OF_EVENTS, UNDER_LOAD } from '#bench/record/benchmark.ts';

export const fairness: Benchmark = {
  name: 'fairness',
  runs: { fairness: [] },
  covers: ['bench/fairness', ...UNDER_LOAD],
  functions: PATH_OF_EVENTS,
};
