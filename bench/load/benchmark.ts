import { type Benchmark, PATH_UNDER_LOAD } from '#bench/record/benchmark.ts';

export const load: Benchmark = {
  name: 'load',
  runs: { load: [], 'load-with-kills': ['--kill', '10'] },
  save: (run) => ['--save', run],
  covers: ['functions/webhooks/sweep-deliveries', ...PATH_UNDER_LOAD],
};
