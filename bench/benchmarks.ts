import { broadcast } from './broadcast/benchmark.ts';
import { cold } from './cold/benchmark.ts';
import { consolePages } from './console/benchmark.ts';
import { cost } from './cost/benchmark.ts';
import { endpointOptions } from './endpoint-options/benchmark.ts';
import { fairness } from './fairness/benchmark.ts';
import { hot } from './hot/benchmark.ts';
import { ingestLatency } from './ingest-latency/benchmark.ts';
import { load } from './load/benchmark.ts';
import { localStack } from './local-stack/benchmark.ts';
import { memory } from './memory/benchmark.ts';
import { pageViews } from './page-views/benchmark.ts';
import { rateLimit } from './rate-limit/benchmark.ts';
import type { Benchmark } from './record/benchmark.ts';
import { recovery } from './recovery/benchmark.ts';
import { secretKeys } from './secret-keys/benchmark.ts';
import { sweep } from './sweep/benchmark.ts';

/** In the order in which `npm run bench` runs them, the shortest first. */
export const BENCHMARKS: readonly Benchmark[] = [
  endpointOptions,
  ingestLatency,
  memory,
  localStack,
  consolePages,
  rateLimit,
  secretKeys,
  pageViews,
  sweep,
  hot,
  cost,
  broadcast,
  cold,
  load,
  recovery,
  fairness,
];
