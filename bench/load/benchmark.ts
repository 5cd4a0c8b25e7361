import { type Benchmark, PATH_OF_EVENTS, UNDER_LOAD } from '#bench/record/benchmark.ts';

export const load: Benchmark = {
  name: 'load',
  runs: { load: [], 'load-with-kills': ['--kill', '10'] },
  brief: ['--events', '100'],
  save: (run) => ['--save', run],
  covers: UNDER_LOAD,
  functions: ['functions/webhooks/sweep-deliveries', ...PATH_OF_EVENTS],
};
