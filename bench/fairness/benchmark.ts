import { type Benchmark, PATH_OF_EVENTS } from '#bench/record/benchmark.ts';

export const fairness: Benchmark = {
  name: 'fairness',
  runs: { fairness: [] },
  covers: [
    'bench/fairness',
    'bench/load',
    ...PATH_OF_EVENTS,
    'local',
    'infra/consumers',
    'infra/config.ts',
    'infra/delivery-settings.ts',
  ],
};
