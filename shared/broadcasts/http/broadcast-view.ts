import * as v from 'valibot';
import {
  count,
  created,
  id,
  revisionText,
  timestamp,
  updated,
  uuid,
} from '#shared/platform/http/view-field.ts';
import { named } from '#shared/platform/http/named-schema.ts';
import {
  BLOCKED_REASONS,
  type Broadcast,
  BROADCAST_STATES,
  MESSAGE_TYPES,
} from '#shared/broadcasts/domain/broadcast.ts';
import { CHANNELS } from '#shared/platform/core/channels.ts';
import { anyObject } from '#shared/platform/core/json-object.ts';
import { entityTag } from '#shared/platform/http/precondition.ts';
import { described } from '#shared/platform/http/described.ts';

/** An audience as it is kept. */
const audienceText = v.pipe(v.string(), v.parseJson(), anyObject);

/** A broadcast as shown (decisions 5.3). */
export const broadcastSchema = described(
  named(
    'Broadcast',
    v.object({
      revision: revisionText,
      id,
      name: described(v.string(), 'What the workspace calls it; its events carry it'),
      channel: described(v.picklist(CHANNELS), 'The channel it goes out on; `all` if it is bound to none'),
      message: described(
        v.object({
          type: described(v.picklist(MESSAGE_TYPES), 'What the messaging engine sends'),
          body: described(
            v.string(),
            'The text; a caption or the name of a template for all types but `text`',
          ),
        }),
        'What every recipient gets',
      ),
      audience: described(
        v.nullable(anyObject),
        'Who gets it, as the messaging engine was told; null if nobody said',
      ),
      requires_approval: described(v.boolean(), 'Whether it can start only with an approval'),
      state: described(
        v.picklist(BROADCAST_STATES),
        'It can be edited while `draft` or `scheduled`; `finished`, `failed` and `cancelled` are final',
      ),
      scheduled_at: described(
        v.nullable(timestamp),
        'When it starts, or was to start; null if no time was set',
      ),
      blocked_reason: described(
        v.nullable(v.picklist(BLOCKED_REASONS)),

        'Why it did not start at `scheduled_at`. It does not start by itself any more: this stays, whatever is approved or ' +
          'edited since, until it is scheduled again, unscheduled, sent or cancelled',
      ),
      approval: described(
        v.nullable(
          v.object({
            by: described(uuid, 'Id of the member who signed it off'),
            at: described(timestamp, 'When they did'),
            content_changed_since: described(
              v.boolean(),
              'Whether name, message, channel or audience were edited afterwards; the approval holds all the same',
            ),
          }),
        ),
        'The sign-off; null if there is none, or `requires_approval` was turned on again since',
      ),
      recipients: described(count, 'Recipients, as the messaging engine last reported'),
      sent: described(count, 'Of these, reached so far; never shrinks'),
      failed: described(count, 'Of these, given up so far; never shrinks'),
      error: described(v.nullable(v.string()), 'What went wrong, for people; null if nothing did'),
      started_at: described(v.nullable(timestamp), 'When sending began; null before that'),
      finished_at: described(v.nullable(timestamp), 'When it became final; null before that'),
      created_at: created,
      updated_at: updated,
    }),
  ),
  'One message to many contacts: a messaging engine sends it, this record leads its life',
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
