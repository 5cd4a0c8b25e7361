import { type Benchmark, PATH_OF_EVENTS } from '#bench/record/benchmark.ts';

export const hot: Benchmark = {
  name: 'hot',
  runs: { hot: [] },
  brief: ['--rounds', '1', '--calls', '100'],
  covers: ['bench/hot', 'bench/deliveries', 'package-lock.json'],
  functions: [
    ...PATH_OF_EVENTS,
    'functions/publishing/update-post',
    'functions/biolinks/update-page',
    'functions/broadcasts/update-broadcast',
  ],
};
