import { type Benchmark, LOCAL_STACK } from '#bench/record/benchmark.ts';

export const pageViews: Benchmark = {
  name: 'page-views',
  runs: { 'page-views': [] },
  brief: [],
  covers: ['bench/page-views', 'bench/cost/bills/price-list.ts', ...LOCAL_STACK, 'package-lock.json'],
  functions: ['functions/biolinks/get-public-page', 'functions/biolinks/count-visits'],
};
