import { type Benchmark, PATH_OF_EVENTS } from '#bench/record/benchmark.ts';

export const load: Benchmark = {
  name: 'load',
  runs: { load: [], 'load-with-kills': ['--kill', '10'] },
  save: (run) => ['--save', run],
  covers: [
    'bench/load',
    ...PATH_OF_EVENTS,
    'functions/webhooks/sweep-deliveries',
    'local',
    'infra/consumers',
    'infra/config.ts',
    'infra/delivery-settings.ts',
  ],
};
