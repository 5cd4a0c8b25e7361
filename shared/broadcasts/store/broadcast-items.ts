import * as v from 'valibot';
import {
  BLOCKED_REASONS,
  BROADCAST_STATES,
  type Broadcast,
  MESSAGE_TYPES,
} from '#shared/broadcasts/domain/broadcast.ts';
import type { Change } from '#shared/platform/core/change.ts';
import { CHANNELS } from '#shared/platform/core/channels.ts';
import { toLastChange } from '#shared/platform/store/command-items.ts';
import { instant, maybe, parseItem } from '#shared/platform/store/item-schema.ts';
import { broadcastKey, broadcastOwner } from '#shared/platform/store/keys.ts';
import { plannedAttributes } from '#shared/platform/store/schedule-items.ts';
import type { Item } from '#shared/platform/store/table.ts';

const broadcastItem = v.object({
  id: v.string(),
  workspace_id: v.string(),
  name: v.string(),
  message_type: v.picklist(MESSAGE_TYPES),
  message_body: v.string(),
  channel: v.picklist(CHANNELS),
  audience: v.string(),
  requires_approval: v.boolean(),
  state: v.picklist(BROADCAST_STATES),
  scheduled_at: maybe(instant),
  blocked_reason: maybe(v.picklist(BLOCKED_REASONS)),
  approval: maybe(v.object({ by: v.string(), at: instant })),
  content_changed: v.boolean(),
  recipients: v.number(),
  sent: v.number(),
  failed: v.number(),
  error: maybe(v.string()),
  started_at: maybe(instant),
  finished_at: maybe(instant),
  due_at: maybe(instant),
  due_timer: maybe(v.boolean()),
  plan_seq: v.number(),
  revision: v.number(),
  created_at: instant,
  updated_at: instant,
});

/** The item of a new broadcast. */
export function toBroadcastItem(broadcast: Broadcast, change: Change) {
  return { ...broadcastKey(broadcast.id), ...toBroadcastAttributes(broadcast, change) };
}

/** All attributes except the key: what a state transition writes. */
export function toBroadcastAttributes(broadcast: Broadcast, change: Change) {
  const { approval } = broadcast;
  return {
    resource: 'broadcast',
    // The partition depends on the state, so that the messaging engine can query what is in flight without reading the rest.
    owner_pk: broadcastOwner(broadcast.workspaceId, broadcast.state),
    owner_sk: broadcast.id,
    id: broadcast.id,
    workspace_id: broadcast.workspaceId,
    ...toContentAttributes(broadcast),
    requires_approval: broadcast.requiresApproval,
    state: broadcast.state,
    scheduled_at: broadcast.scheduledAt?.getTime(),
    blocked_reason: broadcast.blockedReason ?? undefined,
    approval: approval === null ? undefined : { by: approval.by, at: approval.at.getTime() },
    content_changed: approval?.contentChangedSince ?? false,
    recipients: broadcast.recipients,
    sent: broadcast.sent,
    failed: broadcast.failed,
    error: broadcast.error ?? undefined,
    started_at: broadcast.startedAt?.getTime(),
    finished_at: broadcast.finishedAt?.getTime(),
    ...plannedAttributes({ resource: 'broadcast', ...broadcast }, broadcast.due),
    plan_seq: broadcast.planSeq,
    revision: broadcast.revision,
    created_at: broadcast.createdAt.getTime(),
    updated_at: broadcast.updatedAt.getTime(),
    last_change: toLastChange(change),
  };
}

/** The content that an approval covers: separate attributes that always exist, so that a write can compare each of them. */
export function toContentAttributes({
  name,
  message,
  channel,
  audience,
}: {
  readonly name?: string | undefined;
  readonly message?: { readonly type?: string | undefined; readonly body?: string | undefined } | undefined;
  readonly channel?: string | undefined;
  readonly audience?: string | null | undefined;
}) {
  return {
    name,
    message_type: message?.type,
    message_body: message?.body,
    channel,
    audience: audience === null ? 'null' : audience,
  };
}

/** @throws MalformedItemError */
export function fromBroadcastItem(item: Item): Broadcast {
  const stored = parseItem(broadcastItem, item);
  const { approval, due_at: dueAt } = stored;
  return {
    id: stored.id,
    workspaceId: stored.workspace_id,
    name: stored.name,
    message: { type: stored.message_type, body: stored.message_body },
    channel: stored.channel,
    audience: stored.audience === 'null' ? null : stored.audience,
    requiresApproval: stored.requires_approval,
    state: stored.state,
    scheduledAt: stored.scheduled_at,
    blockedReason: stored.blocked_reason,
    approval: approval && { ...approval, contentChangedSince: stored.content_changed },
    recipients: stored.recipients,
    sent: stored.sent,
    failed: stored.failed,
    error: stored.error,
    startedAt: stored.started_at,
    finishedAt: stored.finished_at,
    due: dueAt && { at: dueAt, seq: stored.plan_seq, timer: stored.due_timer === true },
    planSeq: stored.plan_seq,
    revision: stored.revision,
    createdAt: stored.created_at,
    updatedAt: stored.updated_at,
  };
}
