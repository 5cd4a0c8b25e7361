import type { Benchmark } from '#bench/record/benchmark.ts';

export const endpointOptions: Benchmark = {
  name: 'endpoint-options',
  runs: { 'endpoint-options': [] },
  brief: [],
  covers: [
    'bench/endpoint-options',
    'shared/events/recording',
    'shared/events/subscriptions',
    'shared/events/store/dynamo-endpoint-directory.ts',
    'shared/webhooks/sending/signature.ts',
    'shared/webhooks/sending/signing-key.ts',
  ],
};
