import { type Benchmark, PATH_OF_EVENTS } from '#bench/record/benchmark.ts';

export const cost: Benchmark = {
  name: 'cost',
  runs: { cost: [] },
  covers: [
    'bench/cost',
    ...PATH_OF_EVENTS,
    'functions/webhooks/sweep-deliveries',
    'functions/publishing/update-post',
    'functions/biolinks/update-page',
    'functions/broadcasts/update-broadcast',
    'functions/messaging',
    'shared/publishing',
    'shared/biolinks',
    'shared/broadcasts',
    'shared/messaging',
    'infra',
  ],
};
