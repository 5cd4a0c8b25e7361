import type { Product } from '#shared/events/catalogue/channels.ts';
import { subscribedProducts } from '#shared/events/subscriptions/subscription-set.ts';
import type { Subscription } from '#shared/events/subscriptions/subscription.ts';
import type { EndpointHealth } from './endpoint-health.ts';
import type { RequestHeaders } from './request-headers.ts';
import type { SigningKeys } from './signing-keys.ts';
import type { SigningSecrets } from './signing-secrets.ts';

/** Maximum number of endpoints per workspace, including paused ones (docs/specification/webhooks.md#endpoint-limit). */
export const ENDPOINT_LIMIT = 25;

/** The state that the API shows; see `endpointState`. */
export type EndpointState = 'paused' | 'enabled' | 'suspended';

/** A URL of a customer that receives events (docs/specification/webhooks.md#endpoint-record). */
export type Endpoint = {
  readonly id: string;
  readonly workspaceId: string;
  readonly name: string;
  readonly description: string | null;
  readonly url: string;
  readonly enabled: boolean;
  readonly suspendedReason: string | null;
  readonly subscriptions: readonly Subscription[];
  readonly responsibleMember: { readonly id: string; readonly name: string };
  readonly secrets: SigningSecrets;
  /** The key pairs; null if deliveries are signed with secrets only. */
  readonly signingKeys: SigningKeys | null;
  /** The request headers; null if requests have only the headers of the platform. */
  readonly headers: RequestHeaders | null;
  /** Version of the delivery settings; deliveries queued for an older version are cancelled. */
  readonly settingsVersion: number;
  /**
   * Number of partitions for new deliveries: 1, 2, 4, 8 or 16. It grows with the traffic and never shrinks, so the partitions of older
   * deliveries are among those of the current number.
   */
  readonly shards: number;
  /** Counts all writes; conditional writes compare it. */
  readonly revision: number;
  readonly createdAt: Date;
  readonly updatedAt: Date;
};

/** The fields that a request needs, read strongly consistently right before it (docs/specification/webhooks.md#requests-in-flight). */
export type DeliveryTarget = Pick<
  Endpoint,
  | 'id'
  | 'workspaceId'
  | 'url'
  | 'enabled'
  | 'suspendedReason'
  | 'secrets'
  | 'signingKeys'
  | 'headers'
  | 'settingsVersion'
  | 'shards'
> & { readonly deleted: boolean; readonly health: EndpointHealth };

/** Suspended takes precedence over enabled: the endpoint is switched on, but no admin with access is responsible for it. */
export function endpointState(endpoint: Pick<Endpoint, 'enabled' | 'suspendedReason'>): EndpointState {
  if (!endpoint.enabled) return 'paused';
  return endpoint.suspendedReason === null ? 'enabled' : 'suspended';
}

/** The products of the subscriptions. A key must be able to subscribe to all of them to see or change the endpoint. */
export function endpointProducts(endpoint: Pick<Endpoint, 'subscriptions'>): readonly Product[] {
  return subscribedProducts(endpoint.subscriptions);
}
