import { type Benchmark, PATH_OF_EVENTS } from '#bench/record/benchmark.ts';

export const recovery: Benchmark = {
  name: 'recovery',
  runs: { recovery: [] },
  covers: [
    'bench/recovery',
    'bench/load',
    ...PATH_OF_EVENTS,
    'local',
    'infra/consumers',
    'infra/config.ts',
    'infra/delivery-settings.ts',
  ],
};
