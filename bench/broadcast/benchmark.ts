import type { Benchmark } from '#bench/record/benchmark.ts';

export const broadcast: Benchmark = {
  name: 'broadcast',
  runs: { broadcast: [] },
  brief: ['--recipients', '5000'],
  covers: [
    'bench/broadcast',
    'functions/broadcasts/send-broadcast-messages/consumer.ts',
    'package-lock.json',
  ],
  functions: ['functions/broadcasts/send-broadcast-messages'],
};
