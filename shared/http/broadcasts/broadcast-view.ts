import * as v from 'valibot';
import { count, revisionText, timestamp, uuid } from '#shared/http/view-field.ts';
import { named } from '#shared/http/named-schema.ts';
import {
  BLOCKED_REASONS,
  type Broadcast,
  BROADCAST_STATES,
  MESSAGE_TYPES,
} from '#shared/domain/broadcasts/broadcast.ts';
import { CHANNELS } from '#shared/domain/catalogue/channels.ts';
import { anyObject } from '#shared/domain/json-object.ts';
import { entityTag } from '#shared/http/precondition.ts';

/** An audience as it is kept. */
const audienceText = v.pipe(v.string(), v.parseJson(), anyObject);

/** A broadcast as shown (decisions 5.3). */
export const broadcastSchema = named(
  'Broadcast',
  v.object({
    revision: revisionText,
    id: uuid,
    name: v.string(),
    channel: v.picklist(CHANNELS),
    message: v.object({ type: v.picklist(MESSAGE_TYPES), body: v.string() }),
    audience: v.nullable(anyObject),
    requires_approval: v.boolean(),
    state: v.picklist(BROADCAST_STATES),
    scheduled_at: v.nullable(timestamp),
    blocked_reason: v.pipe(
      v.nullable(v.picklist(BLOCKED_REASONS)),
      v.description(
        'Why it did not start at `scheduled_at`. It does not start by itself any more: this stays, whatever is approved or ' +
          'edited since, until it is scheduled again, unscheduled, sent or cancelled',
      ),
    ),
    approval: v.nullable(
      v.object({
        by: uuid,
        at: timestamp,
        content_changed_since: v.boolean(),
      }),
    ),
    recipients: count,
    sent: count,
    failed: count,
    error: v.nullable(v.string()),
    started_at: v.nullable(timestamp),
    finished_at: v.nullable(timestamp),
    created_at: timestamp,
    updated_at: timestamp,
  }),
);

/** The body of every answer that shows one. */
export const broadcastAnswerSchema = v.object({ data: broadcastSchema });

/** The representation of a broadcast. */
export function broadcastView(broadcast: Broadcast): v.InferInput<typeof broadcastSchema> {
  const { approval, audience } = broadcast;
  return {
    revision: broadcastRevision(broadcast),
    id: broadcast.id,
    name: broadcast.name,
    channel: broadcast.channel,
    message: { ...broadcast.message },
    audience: audience === null ? null : v.parse(audienceText, audience),
    requires_approval: broadcast.requiresApproval,
    state: broadcast.state,
    scheduled_at: toText(broadcast.scheduledAt),
    blocked_reason: broadcast.blockedReason,
    approval: approval && {
      by: approval.by,
      at: approval.at.toISOString(),
      content_changed_since: approval.contentChangedSince,
    },
    recipients: broadcast.recipients,
    sent: broadcast.sent,
    failed: broadcast.failed,
    error: broadcast.error,
    started_at: toText(broadcast.startedAt),
    finished_at: toText(broadcast.finishedAt),
    created_at: broadcast.createdAt.toISOString(),
    updated_at: broadcast.updatedAt.toISOString(),
  };
}

/** The revision that `If-Match` on a broadcast compares, as text: `"07"` is not `"7"` (H23). */
export function broadcastRevision({ revision }: Broadcast): string {
  return String(revision);
}

/** The header that tells a broadcast's revision. */
export function broadcastTag(broadcast: Broadcast): { ETag: string } {
  return { ETag: entityTag(broadcastRevision(broadcast)) };
}

/** An answer that shows a broadcast. */
export function broadcastAnswer(status: number, broadcast: Broadcast) {
  return { status, headers: broadcastTag(broadcast), body: { data: broadcastView(broadcast) } };
}

function toText(at: Date | null): string | null {
  return at === null ? null : at.toISOString();
}
