import type { Benchmark } from '#bench/record/benchmark.ts';

export const sweep: Benchmark = {
  name: 'sweep',
  runs: { sweep: [] },
  brief: [],
  covers: [
    'bench/sweep',
    'bench/cost/item-size.ts',
    'functions/webhooks/sweep-deliveries/consumer.ts',
    'package-lock.json',
  ],
  functions: ['functions/webhooks/sweep-deliveries'],
};
