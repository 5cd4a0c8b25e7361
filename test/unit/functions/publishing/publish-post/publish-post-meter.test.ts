import { describe, expect, it } from 'vitest';
import { meterProviders } from '#functions/publishing/publish-post/meter-providers.ts';
import { perProvider, PROVIDERS, type ProviderName } from '#shared/publishing/domain/account.ts';
import type { PublishResult } from '#shared/publishing/domain/publish-result.ts';
import { PUBLISHING_METRICS } from '#shared/publishing/metrics.ts';
import type { PublishingProvider } from '#shared/publishing/ports/publishing-provider.ts';

const error = { code: 'network_refused', detail: 'The network rejected the post.' };

const RESULTS: readonly PublishResult[] = [
  { kind: 'published', done: [] },
  { kind: 'retry', done: [], error, notBefore: null, unknown: false },
  { kind: 'failed', done: [], error },
  { kind: 'unauthorised', done: [], error },
];

const REQUEST = {
  credentials: { provider: 'sandbox' },
  key: 'key',
  startedAt: new Date(0),
  items: [],
  options: {},
  done: [],
  unknownSince: null,
  facts: null,
} as const;

describe('meterProviders', () => {
  it.each(PROVIDERS.flatMap((name) => RESULTS.map((result) => [name, result.kind, result] as const)))(
    'counts an attempt on %s that ended as %s, and returns the result',
    async (name, kind, result) => {
      const added: unknown[] = [];
      const metered = meterProviders(perProvider(network), { add: (...what) => void added.push(what) });

      await expect(metered[name].publish(REQUEST)).resolves.toBe(result);

      expect(added).toEqual([
        [PUBLISHING_METRICS.publications, 1, { provider: name, outcome: kind }],
        [PUBLISHING_METRICS.published, kind === 'published' ? 1 : 0],
      ]);

      function network(own: ProviderName): PublishingProvider {
        return {
          name: own,
          deduplicationMs: 0,
          verify: () => Promise.reject(new Error('not asked')),
          publish: async () => result,
        };
      }
    },
  );
});
