import { type Benchmark, PATH_OF_EVENTS } from '#bench/record/benchmark.ts';

export const ingestLatency: Benchmark = {
  name: 'ingest-latency',
  runs: { 'ingest-latency': [] },
  covers: ['bench/ingest-latency', ...PATH_OF_EVENTS, 'local'],
};
