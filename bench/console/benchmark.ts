import type { Benchmark } from '#bench/record/benchmark.ts';

export const consolePages: Benchmark = {
  name: 'console',
  runs: { console: [] },
  covers: ['bench/console', 'console', 'clients/typescript', 'local', 'package-lock.json'],
  functions: [
    'functions/platform/get-console',
    'functions/webhooks/list-endpoints',
    'functions/webhooks/list-deliveries',
  ],
};
