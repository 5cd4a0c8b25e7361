import type { Benchmark } from '#bench/record/benchmark.ts';

export const memory: Benchmark = {
  name: 'memory',
  runs: { memory: [] },
  covers: [
    'bench/memory',
    'bench/deliveries',
    'functions/webhooks/deliver-webhook',
    'infra/bundling',
    'infra/consumers/deliver-webhook.ts',
    'shared/platform',
    'shared/webhooks',
    'package-lock.json',
  ],
};
