import type { Benchmark } from '#bench/record/benchmark.ts';

export const cold: Benchmark = {
  name: 'cold',
  runs: { cold: [] },
  covers: [
    'bench/cold',
    'functions',
    'shared',
    'packages/lean-aws-client',
    'infra/bundling',
    'package-lock.json',
  ],
};
