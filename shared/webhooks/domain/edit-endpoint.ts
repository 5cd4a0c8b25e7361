import { filtersMeaning } from '#shared/events/subscriptions/filter-meaning.ts';
import { encodeFilters } from '#shared/events/subscriptions/subscription-filters.ts';
import {
  encodeSubscriptionList,
  encodeSubscriptions,
} from '#shared/events/subscriptions/subscription-set.ts';
import { afterTriggers, type EndpointTrigger } from './endpoint-machine.ts';
import type { Endpoint } from './endpoint.ts';
import { urlMeaning } from './url-meaning.ts';

/** The fields of an edit; absent fields keep their values. */
export type EndpointEdit = {
  readonly [K in 'name' | 'description' | 'url' | 'enabled' | 'subscriptions' | 'headers' | 'signingKeys']?:
    | Endpoint[K]
    | undefined;
} & {
  /** The admin who takes over. A suspended endpoint resumes, and its held deliveries are cancelled. */
  readonly takenOverBy?: Endpoint['responsibleMember'] | undefined;
};

/**
 * The result of an edit. A change of `settings` cancels pending deliveries. A change of the `request` does not, because each attempt uses
 * the request headers, the signatures and the spelling of the URL that the endpoint then has. A change of `details` affects no request.
 * A value of another spelling with the same meaning is stored, and is no change of `settings`.
 */
export type EndpointChange = {
  readonly endpoint: Endpoint;
  readonly changed: 'details' | 'request' | 'settings';
};

/** Applies an edit. Returns undefined if nothing changes: then nothing is written and the revision stays. */
export function editEndpoint(before: Endpoint, edit: EndpointEdit, now: Date): EndpointChange | undefined {
  const after: Endpoint = {
    ...before,
    name: edit.name ?? before.name,
    description: edit.description === undefined ? before.description : edit.description,
    url: edit.url ?? before.url,
    subscriptions: edit.subscriptions ?? before.subscriptions,
    headers: edit.headers === undefined ? before.headers : edit.headers,
    signingKeys: edit.signingKeys === undefined ? before.signingKeys : edit.signingKeys,
    responsibleMember: edit.takenOverBy ?? before.responsibleMember,
    ...afterTriggers(before, triggersOf(edit)),
  };
  const settings =
    after.suspendedReason !== before.suspendedReason ||
    urlMeaning(after.url) !== urlMeaning(before.url) ||
    after.enabled !== before.enabled ||
    encodeSubscriptions(after.subscriptions) !== encodeSubscriptions(before.subscriptions) ||
    filtersMeaning(after.subscriptions) !== filtersMeaning(before.subscriptions);
  // Ciphertexts of equal request headers differ, so `headers` with values always count as a change.
  const request =
    after.url !== before.url || after.headers !== before.headers || after.signingKeys !== before.signingKeys;
  const details =
    after.name !== before.name ||
    after.description !== before.description ||
    encodeSubscriptionList(after.subscriptions) !== encodeSubscriptionList(before.subscriptions) ||
    JSON.stringify(encodeFilters(after.subscriptions)) !==
      JSON.stringify(encodeFilters(before.subscriptions)) ||
    after.responsibleMember.id !== before.responsibleMember.id;
  if (!settings && !request && !details) return undefined;
  return {
    endpoint: {
      ...after,
      settingsVersion: before.settingsVersion + (settings ? 1 : 0),
      revision: before.revision + 1,
      updatedAt: now,
    },
    changed: settings ? 'settings' : request ? 'request' : 'details',
  };
}

function triggersOf({ takenOverBy, enabled }: EndpointEdit): EndpointTrigger[] {
  const taking: EndpointTrigger[] = takenOverBy ? ['take over'] : [];
  if (enabled === undefined) return taking.length > 0 ? taking : ['edit'];
  return [...taking, enabled ? 'enable' : 'pause'];
}
