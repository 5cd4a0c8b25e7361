import type { Metrics } from '#shared/platform/runtime/metrics.ts';
import { perProvider, type ProviderName } from '#shared/publishing/domain/account.ts';
import { PUBLISHING_METRICS } from '#shared/publishing/metrics.ts';
import type { PublishingProvider } from '#shared/publishing/ports/publishing-provider.ts';

type Providers = Readonly<Record<ProviderName, PublishingProvider>>;

/** Wraps the networks to count the results of attempts per network. */
export function meterProviders(providers: Providers, metrics: Pick<Metrics, 'add'>): Providers {
  function metered(provider: PublishingProvider): PublishingProvider {
    return {
      ...provider,
      async publish(request) {
        const result = await provider.publish(request);
        metrics.add(PUBLISHING_METRICS.publications, 1, { provider: provider.name, outcome: result.kind });
        metrics.add(PUBLISHING_METRICS.published, result.kind === 'published' ? 1 : 0);
        return result;
      },
    };
  }
  return perProvider((name) => metered(providers[name]));
}
