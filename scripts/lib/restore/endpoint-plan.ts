import { isDeepStrictEqual } from 'node:util';
import { toDirectoryEntry } from '#shared/events/store/dynamo-endpoint-directory.ts';
import type { Item } from '#shared/platform/store/table.ts';
import { afterTriggers } from '#shared/webhooks/domain/endpoint-machine.ts';
import type { DeliveryTarget, Endpoint } from '#shared/webhooks/domain/endpoint.ts';
import { isSameOrigin } from '#shared/webhooks/domain/request-headers.ts';
import {
  type EndpointFacts,
  nextVersion,
  readEndpoint,
  readTarget,
  shardsOf,
  versionOf,
} from './endpoint-facts.ts';
import type { Decision } from './restore-decision.ts';

/** What happens to an endpoint, its delivery target and its entry in the directory. */
export type Plan = { readonly facts: EndpointFacts; readonly isUnchanged: boolean } & (
  | {
      readonly kind: 'restore' | 'repair';
      /** What all items are written from. */
      readonly endpoint: Endpoint;
      /** What disagrees with the live endpoint. */
      readonly reason: string;
      /** Neither the live endpoint nor the live delivery target shows whether secrets were revoked since. */
      readonly hasPastSecrets: boolean;
    }
  /** A copy of the directory lacks the endpoint, or has an older entry. */
  | { readonly kind: 'list'; readonly endpoint: Endpoint }
  | { readonly kind: 'keep'; readonly endpoint: Endpoint }
  /** The endpoint was deleted. */
  | { readonly kind: 'drop' }
  | { readonly kind: 'leave' }
);

type Options = {
  /** The decision about the endpoint's item in the restored table; undefined if that table has none. */
  readonly decision: Decision | undefined;
  readonly overwrite: boolean;
  readonly now: Date;
  /** Whether the responsible member is an admin with access. */
  readonly isResponsible: (endpoint: Endpoint) => Promise<boolean>;
};

/**
 * Plans an endpoint. The live endpoint is right unless it is missing or overwritten. Everything that is written from an endpoint gets a
 * settings version that no queued delivery has, so none reaches an endpoint whose filter did not match its event.
 */
export async function planEndpoint(
  facts: EndpointFacts,
  { decision, overwrite, now, isResponsible }: Options,
): Promise<Plan> {
  const live = readEndpoint(facts.live);
  const wanted = toRestored(facts, overwrite);
  const isUnchanged = live !== undefined && wanted !== undefined && sameContent(live, wanted);
  const plan = { facts, isUnchanged };
  if (facts.target?.['deleted'] === true) return { ...plan, kind: facts.live ? 'leave' : 'drop' };
  if (decision?.action === 'write' && wanted && !isUnchanged) {
    const hasPastSecrets = !live && !readTarget(facts.target);
    return {
      ...plan,
      kind: 'restore',
      endpoint: await toWritten(wanted),
      reason: 'restored',
      hasPastSecrets,
    };
  }
  if (!live) return { ...plan, kind: 'leave' };
  const reason = findDisagreement(live, facts);
  if (reason === undefined && isListed(live, facts)) return { ...plan, kind: 'keep', endpoint: live };
  const repaired = await toWritten({
    ...live,
    suspendedReason: live.suspendedReason ?? readTarget(facts.target)?.suspendedReason ?? null,
  });
  // An endpoint that the directory did not list was not found when its responsible admin left.
  const isSuspended = repaired.suspendedReason !== live.suspendedReason;
  if (reason === undefined && !isSuspended) return { ...plan, kind: 'list', endpoint: live };
  return {
    ...plan,
    kind: 'repair',
    endpoint: repaired,
    reason: reason ?? 'its responsible member has no access',
    hasPastSecrets: false,
  };

  async function toWritten(endpoint: Endpoint): Promise<Endpoint> {
    const isOrphan = endpoint.suspendedReason === null && !(await isResponsible(endpoint));
    const revisions = [endpoint.revision, live?.revision ?? 0];
    return {
      ...endpoint,
      ...(isOrphan ? afterTriggers(endpoint, ['admin leaves'], 'responsible_admin_inactive') : {}),
      settingsVersion: nextVersion(facts),
      shards: shardsOf(facts),
      revision: Math.max(...revisions) + 1,
      updatedAt: now,
    };
  }
}

/**
 * The endpoint of the past with what must not go back: secrets and key pairs, because a rotation may have revoked older ones, headers,
 * and a suspension.
 */
function toRestored(facts: EndpointFacts, overwrite: boolean): Endpoint | undefined {
  const newer = readEndpoint(facts.live) ?? readTarget(facts.target);
  const past =
    (facts.live === undefined && !overwrite ? withLiveSettings(facts) : undefined) ??
    readEndpoint(facts.past);
  if (!past || !newer) return past;
  const { secrets, signingKeys } = newer;
  return {
    ...past,
    secrets,
    signingKeys,
    // The values of headers never go to another origin than the one that they were sent for.
    headers: isSameOrigin(past.url, newer.url) ? newer.headers : past.headers,
    suspendedReason: newer.suspendedReason ?? past.suspendedReason,
  };
}

/** If only the endpoint's item is lost, its settings are still in the delivery target and the directory. */
function withLiveSettings({ past, target, listings }: EndpointFacts): Endpoint | undefined {
  const settings = readTarget(target);
  const entry = listings
    .map((listing) => listing?.entry)
    .find((each) => versionOf(each)[0] === settings?.settingsVersion);
  if (!past || !settings || entry?.['enabled'] !== settings.enabled) return undefined;
  const { url, enabled, suspendedReason } = settings;
  const { subscriptions, filters } = entry;
  const before = readEndpoint(past);
  const restored = readEndpoint({ ...past, url, enabled, suspendedReason, subscriptions, filters });
  // The directory does not have the order of the subscriptions.
  return before && restored && sameSubscriptions(before, restored)
    ? { ...restored, subscriptions: before.subscriptions }
    : restored;
}

function sameSubscriptions(a: Endpoint, b: Endpoint): boolean {
  const [first, second] = [a, b].map(({ subscriptions }) =>
    plain(toDirectoryEntry({ enabled: true, settingsVersion: 0, subscriptions })),
  );
  return isDeepStrictEqual(first, second);
}

/** Whether two endpoints differ in no more than what every write changes. */
function sameContent(a: Endpoint, b: Endpoint): boolean {
  const { revision, settingsVersion, shards, updatedAt } = a;
  return isDeepStrictEqual(a, { ...b, revision, settingsVersion, shards, updatedAt });
}

/** What has the endpoint's settings version, or a later one, with other settings. */
function findDisagreement(endpoint: Endpoint, facts: EndpointFacts): string | undefined {
  const target = readTarget(facts.target);
  if (!target) return 'its delivery target is lost';
  if (!isTargetOf(endpoint, target)) return 'its delivery target differs';
  if (shardsOf(facts) !== endpoint.shards) return 'its number of shards differs';
  const [version = 0] = facts.listings.flatMap((listing) =>
    listing && isAhead(listing.entry, endpoint) ? versionOf(listing.entry) : [],
  );
  return version > 0 ? `its entry in the directory differs, with settings version ${version}` : undefined;
}

function isTargetOf(endpoint: Endpoint, target: DeliveryTarget): boolean {
  const { health: _, deleted: __, ...settings } = target;
  return isDeepStrictEqual({ ...endpoint, ...settings }, endpoint);
}

/** An older entry does no harm: deliveries that were queued by it are cancelled. */
function isAhead(entry: Item, endpoint: Endpoint): boolean {
  const [version = 0] = versionOf(entry);
  if (version !== endpoint.settingsVersion) return version > endpoint.settingsVersion;
  return !isEntryOf(endpoint, entry);
}

function isListed(endpoint: Endpoint, { listings }: EndpointFacts): boolean {
  return (
    listings.length > 0 &&
    listings.every(
      (listing) => listing && isEntryOf(endpoint, listing.entry) && listing.shards === endpoint.shards,
    )
  );
}

function isEntryOf(endpoint: Endpoint, entry: Item): boolean {
  return isDeepStrictEqual(plain(entry), plain(toDirectoryEntry(endpoint)));
}

/** As stored: without attributes that are undefined. */
export function plain(value: object): unknown {
  return JSON.parse(JSON.stringify(value));
}
