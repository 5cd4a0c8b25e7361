import type { Benchmark } from '#bench/record/benchmark.ts';

export const cold: Benchmark = {
  name: 'cold',
  runs: { cold: [] },
  brief: ['--rounds', '1', '--only', 'ingest-event', '--only', 'deliver-webhook'],
  covers: [
    'bench/cold',
    'functions',
    'shared',
    'packages/lean-aws-client',
    'infra/bundling',
    'package-lock.json',
  ],
};
