import * as v from 'valibot';
import { changedSinceApproval } from '#shared/broadcasts/domain/approve-broadcast.ts';
import {
  BLOCKED_REASONS,
  type Broadcast,
  BROADCAST_STATES,
  MESSAGE_TYPES,
} from '#shared/broadcasts/domain/broadcast.ts';
import { countersOf } from '#shared/broadcasts/domain/recipient-counts.ts';
import { SENDERS } from '#shared/broadcasts/domain/sending.ts';
import { CHANNELS } from '#shared/events/catalogue/channels.ts';
import { anyObject } from '#shared/platform/core/json-object.ts';
import { entityTag } from '#shared/platform/http/precondition.ts';
import {
  count,
  created,
  id,
  revisionText,
  timestamp,
  updated,
  uuid,
} from '#shared/platform/http/view-field.ts';
import { withDescription } from '#shared/platform/http/with-description.ts';
import { withTitle } from '#shared/platform/http/with-title.ts';
import { type Progress, progressSchema, progressView } from './progress-view.ts';
import { sendingSchema, sendingView } from './sending-body.ts';

/** Converts an audience to its stored form. */
const audienceText = v.pipe(v.string(), v.parseJson(), anyObject);

/** A broadcast in responses. */
export const broadcastSchema = withDescription(
  withTitle(
    'Broadcast',
    v.object({
      revision: revisionText,
      id,
      source: withDescription(v.literal('platform'), 'This platform manages the broadcast'),
      name: withDescription(v.string(), 'Name of the broadcast, also used in its events'),
      sender: withDescription(
        v.picklist(SENDERS),
        'Who sends the broadcast: your messaging system (`external`), or the platform',
      ),
      sending: withDescription(
        v.nullable(sendingSchema),
        'How the platform sends; null if your messaging system sends',
      ),
      progress: withDescription(
        v.nullable(progressSchema),
        'The progress of a broadcast that the platform sends. Only `getBroadcast`, `pauseBroadcast` and `resumeBroadcast` return it. ' +
          'Null before the start, and from 90 days after it',
      ),
      channel: withDescription(
        v.picklist(CHANNELS),
        'The channel to send on; `all` means that no channel was chosen. Subscriptions to the events of the ' +
          'broadcast are matched by this value',
      ),
      message: withDescription(
        v.object({
          type: withDescription(v.picklist(MESSAGE_TYPES), 'The type of the message'),
          body: withDescription(
            v.string(),
            'The text of the message; for all types except `text`, a caption or the name of a template',
          ),
        }),
        'The message that all recipients get',
      ),
      audience: withDescription(
        v.nullable(anyObject),
        'The audience, in a format that only your messaging system interprets. With the sender `platform`, in the format of `createBroadcast`. Null if none was set',
      ),
      requires_approval: withDescription(v.boolean(), 'Whether the broadcast needs an approval to start'),
      state: withDescription(
        v.picklist(BROADCAST_STATES),
        'A broadcast can be edited in the states `draft` and `scheduled`. The states `finished`, `failed` ' +
          'and `cancelled` are final',
      ),
      scheduled_at: withDescription(
        v.nullable(timestamp),
        'The start time, planned or past; null if none was set',
      ),
      blocked_reason: withDescription(
        v.nullable(v.picklist(BLOCKED_REASONS)),

        'Why the broadcast did not start at `scheduled_at`. `approval_required`: it was not approved in time. ' +
          'A blocked broadcast no longer starts ' +
          'automatically. The value stays after an approval or an edit, until the broadcast is scheduled ' +
          'again, unscheduled, sent or cancelled',
      ),
      approval: withDescription(
        v.nullable(
          v.object({
            by: withDescription(uuid, 'ID of the member who approved the broadcast'),
            at: withDescription(timestamp, 'When the broadcast was approved'),
            content_changed_since: withDescription(
              v.boolean(),
              'Whether the name, message, channel, audience or `sending` was edited after the approval. The approval stays ' +
                'valid',
            ),
          }),
        ),
        'The approval; null if there is none, or if `requires_approval` was set to true again after it',
      ),
      changed_since_approval: withDescription(
        v.boolean(),
        'Whether the broadcast requires an approval, has one, and was edited after it. Then only a key with ' +
          '`salesbot:broadcasts:approve` can send or schedule it. A broadcast that was scheduled before the ' +
          'edit starts at its time',
      ),
      approval_waived_by: withDescription(
        v.nullable(uuid),
        'ID of the member who set `requires_approval` to false; null if the broadcast requires an approval, ' +
          'or never did',
      ),
      recipients: withDescription(
        count,
        'Total number of recipients, as your messaging system reported it last. With the sender `platform`, all recipients that are not ' +
          'skipped. 0 until it is known',
      ),
      sent: withDescription(
        count,
        'Number of recipients who got the message so far. A number that your messaging system reports never decreases. In `listBroadcasts`, ' +
          'a broadcast that the platform sends has the number only after its end; before, `getBroadcast` has it',
      ),
      failed: withDescription(count, 'Number of recipients whose message failed so far; otherwise as `sent`'),
      error: withDescription(v.nullable(v.string()), 'Explanation of the error; null if there was none'),
      started_at: withDescription(v.nullable(timestamp), 'When sending started; null before that'),
      finished_at: withDescription(
        v.nullable(timestamp),
        'When the broadcast reached a final state; null before that',
      ),
      created_at: created,
      updated_at: updated,
    }),
  ),
  'One message to many contacts. Your messaging system sends it and reports its progress, or the platform sends it',
);

/** The body of every response with a broadcast. */
export const broadcastResponseSchema = v.object({ data: broadcastSchema });

/** Converts a broadcast to its representation, without progress. */
export function broadcastView(broadcast: Broadcast): v.InferInput<typeof broadcastSchema> {
  return viewWith(broadcast, null);
}

function viewWith(broadcast: Broadcast, progress: Progress | null): v.InferInput<typeof broadcastSchema> {
  const { approval, audience, sending } = broadcast;
  const counters = progress ? countersOf(progress.counts) : broadcast;
  // While the audience is read, the recipients that were found so far are not all.
  const recipients = broadcast.recipients === null ? 0 : (counters.recipients ?? 0);
  return {
    revision: broadcastRevision(broadcast),
    id: broadcast.id,
    source: 'platform',
    name: broadcast.name,
    sender: broadcast.sender,
    sending: sending && sendingView(sending),
    progress: progress && progressView(progress),
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
    changed_since_approval: changedSinceApproval(broadcast),
    approval_waived_by: broadcast.approvalWaivedBy,
    recipients,
    sent: counters.sent ?? 0,
    failed: counters.failed ?? 0,
    error: broadcast.error,
    started_at: toText(broadcast.startedAt),
    finished_at: toText(broadcast.finishedAt),
    created_at: broadcast.createdAt.toISOString(),
    updated_at: broadcast.updatedAt.toISOString(),
  };
}

/** The revision of a broadcast for `If-Match`. Revisions are compared as strings: `"07"` is not `"7"`. */
export function broadcastRevision({ revision }: Broadcast): string {
  return String(revision);
}

/** A response with a broadcast, and with its revision as entity tag. */
export function broadcastResponse(status: number, broadcast: Broadcast, progress: Progress | null = null) {
  const headers = { ETag: entityTag(broadcastRevision(broadcast)) };
  return { status, headers, body: { data: viewWith(broadcast, progress) } };
}

function toText(at: Date | null): string | null {
  return at === null ? null : at.toISOString();
}
