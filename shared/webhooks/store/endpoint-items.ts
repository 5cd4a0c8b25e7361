import * as v from 'valibot';
import { decodeSubscriptions, encodeSubscriptions } from '#shared/events/subscriptions/subscription-set.ts';
import type { AuditedResource } from '#shared/platform/audit/audit-entry.ts';
import type { Change } from '#shared/platform/core/change.ts';
import { toLastChange } from '#shared/platform/store/command-items.ts';
import { instant, maybe, parseItem } from '#shared/platform/store/item-schema.ts';
import { endpointKey, targetKey } from '#shared/platform/store/keys.ts';
import type { Item } from '#shared/platform/store/table.ts';
import type { EndpointHealth } from '#shared/webhooks/domain/endpoint-health.ts';
import type { DeliveryTarget, Endpoint, SigningSecrets } from '#shared/webhooks/domain/endpoint.ts';

const secretsItem = v.object({
  current: v.string(),
  hint: v.string(),
  previous: maybe(v.object({ sealed: v.string(), expires_at: instant })),
});

const targetItem = v.object({
  id: v.string(),
  workspace_id: v.string(),
  url: v.string(),
  enabled: v.boolean(),
  suspended_reason: maybe(v.string()),
  secrets: secretsItem,
  settings_version: v.number(),
  deleted: v.optional(v.boolean(), false),
});

/** Written by deliveries, one attribute at a time. An edit of the settings replaces the view and so resets them. */
const healthItem = v.object({
  slow_until: maybe(instant),
  unanswered: v.optional(v.set(v.string()), new Set<string>()),
  breaker_opened_at: maybe(instant),
  breaker_probe_at: maybe(instant),
});

const endpointItem = v.object({
  ...v.omit(targetItem, ['deleted']).entries,
  name: v.string(),
  description: maybe(v.string()),
  subscriptions: v.string(),
  responsible_member: v.object({ id: v.string(), name: v.string() }),
  revision: v.number(),
  created_at: instant,
  updated_at: instant,
});

export function toEndpointItem(endpoint: Endpoint, change: Change) {
  return {
    ...targetAttributes(endpoint),
    ...endpointKey(endpoint.id),
    // The delivery view has no `resource`, so that the audit log has one entry per change of an endpoint.
    resource: 'endpoint' satisfies AuditedResource,
    name: endpoint.name,
    description: endpoint.description ?? undefined,
    subscriptions: encodeSubscriptions(endpoint.subscriptions),
    responsible_member: { id: endpoint.responsibleMember.id, name: endpoint.responsibleMember.name },
    revision: endpoint.revision,
    created_at: endpoint.createdAt.getTime(),
    updated_at: endpoint.updatedAt.getTime(),
    last_change: toLastChange(change),
  };
}

export function fromEndpointItem(item: Item): Endpoint {
  const stored = parseItem(endpointItem, item);
  return {
    id: stored.id,
    workspaceId: stored.workspace_id,
    name: stored.name,
    description: stored.description,
    url: stored.url,
    enabled: stored.enabled,
    suspendedReason: stored.suspended_reason,
    subscriptions: decodeSubscriptions(stored.subscriptions),
    responsibleMember: stored.responsible_member,
    secrets: fromSecrets(stored.secrets),
    settingsVersion: stored.settings_version,
    revision: stored.revision,
    createdAt: stored.created_at,
    updatedAt: stored.updated_at,
  };
}

type TargetSettings = Omit<DeliveryTarget, 'deleted' | 'health'>;

/** The delivery view, which is read before each request; up to 4 KB cost one read unit. */
export function toTargetItem(endpoint: TargetSettings, change: Change) {
  return { ...targetAttributes(endpoint), ...targetKey(endpoint.id), last_change: toLastChange(change) };
}

export function fromTargetItem(item: Item): DeliveryTarget {
  const { workspace_id, suspended_reason, settings_version, secrets, ...rest } = parseItem(targetItem, item);
  return {
    ...rest,
    workspaceId: workspace_id,
    suspendedReason: suspended_reason,
    settingsVersion: settings_version,
    secrets: fromSecrets(secrets),
    health: toHealth(parseItem(healthItem, item)),
  };
}

function toHealth(stored: v.InferOutput<typeof healthItem>): EndpointHealth {
  const {
    slow_until: slowUntil,
    unanswered,
    breaker_opened_at: openedAt,
    breaker_probe_at: probeAt,
  } = stored;
  return { slowUntil, unanswered, breaker: openedAt && probeAt && { openedAt, probeAt } };
}

function targetAttributes(endpoint: TargetSettings) {
  return {
    id: endpoint.id,
    workspace_id: endpoint.workspaceId,
    url: endpoint.url,
    enabled: endpoint.enabled,
    suspended_reason: endpoint.suspendedReason ?? undefined,
    secrets: toSecretsAttribute(endpoint.secrets),
    settings_version: endpoint.settingsVersion,
  };
}

/** Signing secrets, both in the endpoint and in its delivery view. */
export function toSecretsAttribute({ current, hint, previous }: SigningSecrets) {
  return {
    current,
    hint,
    previous: previous ? { sealed: previous.sealed, expires_at: previous.expiresAt.getTime() } : undefined,
  };
}

function fromSecrets(stored: v.InferOutput<typeof secretsItem>): SigningSecrets {
  const { current, hint, previous } = stored;
  return { current, hint, previous: previous && { sealed: previous.sealed, expiresAt: previous.expires_at } };
}
