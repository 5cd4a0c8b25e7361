import type { components } from '@workspace-platform/client/schema';
import { nameOf } from '#cli/feed/subscriptions.ts';
import { paintState } from './paint-state.ts';
import { safeJson } from './safe-text.ts';
import type { Screen } from './screen.ts';

type Endpoint = components['schemas']['Endpoint'];

export function showEndpoint(screen: Screen, endpoint: Endpoint): void {
  screen.fields({
    endpoint: endpoint.id,
    name: endpoint.name,
    url: endpoint.url,
    state: paintState(endpoint.state),
    reason: endpoint.suspended_reason,
    description: endpoint.description,
    subscriptions: endpoint.subscriptions.map(nameOf).join(' '),
    'request headers': endpoint.header_names.join(' ') || null,
    'secret ends with': endpoint.secret_hint,
    'old secret until': endpoint.secret_rotation.previous_secret_expires_at,
    'JWKS URL': endpoint.jwks_url,
    ...publicKeys(endpoint),
    'last success': endpoint.stats.last_success_at,
    'last failure': endpoint.stats.last_failure_at,
  });
  const filters = endpoint.subscriptions.flatMap(({ filter, ...subscription }) =>
    filter === null ? [] : [[nameOf(subscription), safeJson(filter)]],
  );
  if (filters.length === 0) return;
  screen.line('');
  screen.table(['SUBSCRIPTION', 'FILTER'], filters);
}

/** The keys that verify asymmetric signatures now, the current one first. */
function publicKeys({ public_keys: keys }: Endpoint): Record<string, string> {
  const texts = keys.map(({ public_key: key, expires_at: until }) =>
    until === null ? key : `${key} (old, until ${until})`,
  );
  return texts.length === 0 ? {} : { 'public keys': texts.join(' ') };
}
