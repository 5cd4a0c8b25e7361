import { type Benchmark, PATH_UNDER_LOAD } from '#bench/record/benchmark.ts';

export const fairness: Benchmark = {
  name: 'fairness',
  runs: { fairness: [] },
  covers: ['bench/fairness', ...PATH_UNDER_LOAD],
};
