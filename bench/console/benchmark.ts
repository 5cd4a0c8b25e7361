import type { Benchmark } from '#bench/record/benchmark.ts';

export const consolePages: Benchmark = {
  name: 'console',
  runs: { console: [] },
  brief: ['--openings', '1', '--deliveries', '500', '--scrolls', '1'],
  covers: ['bench/console', 'console', 'clients/typescript', 'local', 'package-lock.json'],
  functions: [
    'functions/platform/get-console',
    'functions/webhooks/list-endpoints',
    'functions/webhooks/list-deliveries',
  ],
};
