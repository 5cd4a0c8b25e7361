import type { Benchmark } from '#bench/record/benchmark.ts';

export const broadcast: Benchmark = {
  name: 'broadcast',
  runs: { broadcast: [] },
  covers: ['bench/broadcast', 'infra/consumers/send-broadcast-messages.ts', 'package-lock.json'],
  functions: ['functions/broadcasts/send-broadcast-messages'],
};
