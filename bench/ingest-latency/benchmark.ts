import { type Benchmark, LOCAL_STACK, PATH_OF_EVENTS } from '#bench/record/benchmark.ts';

export const ingestLatency: Benchmark = {
  name: 'ingest-latency',
  runs: { 'ingest-latency': [] },
  brief: [],
  covers: ['bench/ingest-latency', ...LOCAL_STACK, 'package-lock.json'],
  functions: PATH_OF_EVENTS,
};
