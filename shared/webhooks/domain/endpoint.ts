import { productsOf } from '#shared/events/subscriptions/subscription-set.ts';
import type { Subscription } from '#shared/events/subscriptions/subscription.ts';
import type { Product } from '#shared/platform/core/channels.ts';
import type { EndpointHealth } from './endpoint-health.ts';

/** A workspace can have at most this many endpoints, paused ones included (specification, Limits; G87). */
export const ENDPOINT_LIMIT = 25;

export type EndpointState = 'paused' | 'enabled' | 'suspended';

/** Signing secrets, each sealed; during the 24 h overlap of a rotation the previous one still signs. */
export type SigningSecrets = {
  readonly current: string;
  readonly hint: string;
  readonly previous: { readonly sealed: string; readonly expiresAt: Date } | null;
};

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
  /** Counts edits of delivery settings; a queued delivery of an older version is cancelled (G97). */
  readonly settingsVersion: number;
  /** Counts writes of any kind; what a conditional write compares. */
  readonly revision: number;
  readonly createdAt: Date;
  readonly updatedAt: Date;
};

/** The little that a send needs, read strongly consistently right before each request (H4, R18). */
export type DeliveryTarget = Pick<
  Endpoint,
  'id' | 'workspaceId' | 'url' | 'enabled' | 'suspendedReason' | 'secrets' | 'settingsVersion'
> & { readonly deleted: boolean; readonly health: EndpointHealth };

/** Suspended wins over enabled: the switch is on, but nobody with access answers for the endpoint (G79). */
export function endpointState(endpoint: Pick<Endpoint, 'enabled' | 'suspendedReason'>): EndpointState {
  if (!endpoint.enabled) return 'paused';
  return endpoint.suspendedReason === null ? 'enabled' : 'suspended';
}

/** The products an endpoint subscribes to; a key must hold all of them to see or change it (G88). */
export function endpointProducts(endpoint: Pick<Endpoint, 'subscriptions'>): readonly Product[] {
  return productsOf(endpoint.subscriptions);
}
