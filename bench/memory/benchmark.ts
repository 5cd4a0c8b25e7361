import type { Benchmark } from '#bench/record/benchmark.ts';

export const memory: Benchmark = {
  name: 'memory',
  runs: { memory: [] },
  brief: ['--deliveries', '10'],
  covers: [
    'bench/memory',
    'bench/deliveries',
    'infra/bundling',
    'functions/webhooks/deliver-webhook/consumer.ts',
    'package-lock.json',
  ],
  functions: ['functions/webhooks/deliver-webhook'],
};
