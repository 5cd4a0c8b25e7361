import { type Benchmark, PATH_OF_EVENTS } from '#bench/record/benchmark.ts';

export const localStack: Benchmark = {
  name: 'local-stack',
  runs: { 'local-stack': [] },
  brief: ['--events', '500'],
  covers: ['bench/local-stack', 'local', 'infra/synthesize.ts', 'package-lock.json'],
  functions: PATH_OF_EVENTS,
};
