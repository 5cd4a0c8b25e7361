import type { components } from '@workspace-platform/client/schema';
import { paintState } from './paint-state.ts';
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
    subscriptions: endpoint.subscriptions
      .map(({ event, channel }) => (channel === 'all' ? event : `${event}:${channel}`))
      .join(' '),
    headers: endpoint.header_names.join(' ') || null,
    'secret ends with': endpoint.secret_hint,
    'old secret until': endpoint.secret_rotation.previous_secret_expires_at,
    'public keys': endpoint.public_keys.map((key) => key.public_key).join(' ') || null,
    'JWK Set': endpoint.jwks_url,
    'last success': endpoint.stats.last_success_at,
    'last failure': endpoint.stats.last_failure_at,
  });
}
