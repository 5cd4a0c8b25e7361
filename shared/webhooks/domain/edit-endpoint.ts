import { encodeSubscriptions } from '#shared/events/subscriptions/subscription-set.ts';
import type { Endpoint } from './endpoint.ts';

/** What an edit may change; absent members keep their values. */
export type EndpointEdit = {
  readonly [K in 'name' | 'description' | 'url' | 'enabled' | 'subscriptions']?: Endpoint[K] | undefined;
} & {
  /** The admin who takes responsibility: what was suspended resumes, and what was held is cancelled (R16, G79). */
  readonly takenOverBy?: Endpoint['responsibleMember'] | undefined;
};

/** An edit's result: `settings` are what queued deliveries were made for, so changing them cancels those (G97). */
export type EndpointChange = { readonly endpoint: Endpoint; readonly changed: 'details' | 'settings' };

/** Applies an edit. Undefined if nothing changes: then there is nothing to write, and the revision stays. */
export function editEndpoint(before: Endpoint, edit: EndpointEdit, now: Date): EndpointChange | undefined {
  const after: Endpoint = {
    ...before,
    name: edit.name ?? before.name,
    description: edit.description === undefined ? before.description : edit.description,
    url: edit.url ?? before.url,
    enabled: edit.enabled ?? before.enabled,
    subscriptions: edit.subscriptions ?? before.subscriptions,
    responsibleMember: edit.takenOverBy ?? before.responsibleMember,
    suspendedReason: edit.takenOverBy ? null : before.suspendedReason,
  };
  const settings =
    after.suspendedReason !== before.suspendedReason ||
    after.url !== before.url ||
    after.enabled !== before.enabled ||
    encodeSubscriptions(after.subscriptions) !== encodeSubscriptions(before.subscriptions);
  const details =
    after.name !== before.name ||
    after.description !== before.description ||
    after.responsibleMember.id !== before.responsibleMember.id;
  if (!settings && !details) return undefined;
  return {
    endpoint: {
      ...after,
      settingsVersion: before.settingsVersion + (settings ? 1 : 0),
      revision: before.revision + 1,
      updatedAt: now,
    },
    changed: settings ? 'settings' : 'details',
  };
}
