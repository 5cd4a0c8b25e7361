import * as v from 'valibot';
import type { BroadcastEdit } from '#shared/broadcasts/domain/broadcast-edit.ts';
import { MESSAGE_TYPES } from '#shared/broadcasts/domain/broadcast.ts';
import { SENDERS } from '#shared/broadcasts/domain/sending.ts';
import * as broadcastsErrors from '#shared/broadcasts/errors.ts';
import { CHANNELS } from '#shared/events/catalogue/channels.ts';
import * as eventsErrors from '#shared/events/errors.ts';
import * as messagingErrors from '#shared/messaging/errors.ts';
import { issue } from '#shared/platform/core/issue.ts';
import { jsonObject } from '#shared/platform/core/json-object.ts';
import { filledText, singleLine } from '#shared/platform/http/text-field.ts';
import { withDescription } from '#shared/platform/http/with-description.ts';
import { newSendingBody, sendingEditBody, toSendingEdit } from './sending-body.ts';

const MAX_AUDIENCE_BYTES = 16_384;
/** Parsing or serialising JSON with more levels could overflow the stack. */
const MAX_AUDIENCE_DEPTH = 32;

const messageType = v.pipe(
  v.string(),
  v.picklist(
    MESSAGE_TYPES,
    issue(messagingErrors.message_type_unsupported, `Use one of ${MESSAGE_TYPES.join(', ')}.`),
  ),
  v.description('The type of message that your messaging system sends'),
);

const channel = v.pipe(
  v.string(),
  v.picklist(CHANNELS, issue(eventsErrors.channel_unknown, `Use one of ${CHANNELS.join(', ')}.`)),
  v.description(
    'The channel to send on; `all`, the default, means that no channel is chosen. The events of the ' +
      'broadcast reach subscriptions to this channel and to `all`',
  ),
);

/**
 * The audience is stored as text. That of an engine is opaque (docs/specification/broadcasts.md#broadcast-audience). That of the platform is validated
 * later, together with `sender` (`requireFittingContent`).
 */
const audience = v.pipe(
  v.custom<Record<string, unknown> | null>(
    (value) => typeof value === 'object' && !Array.isArray(value),
    issue(broadcastsErrors.audience_invalid, 'Use an object, or null for none.'),
  ),
  v.check(
    (value) => isWithin(value, MAX_AUDIENCE_DEPTH),
    issue(broadcastsErrors.audience_invalid, `Use at most ${MAX_AUDIENCE_DEPTH} levels of nesting.`),
  ),
  v.metadata({
    type: ['object', 'null'],
    additionalProperties: true,
    description:
      `The audience: at most ${MAX_AUDIENCE_BYTES} bytes of JSON, in a format that only your messaging system interprets. ` +
      'With the sender `platform`, an object with the optional fields `stage`, `tags` (`any` and `all`), `platform` and `list` (the ID ' +
      'of a completed import with a list): the contacts that fulfil all of them, or every contact without a field. Or `failed_of` alone, ' +
      'with the ID of an ended broadcast of the platform: its recipients with the status `failed`. With `include_unknown: true` beside it, also those ' +
      'with the status `unknown`, who may have got the message and can get it a second time',
  }),
  v.transform((value) => (value === null ? null : shallowText(value))),
  v.check(
    (text) => text === null || Buffer.byteLength(text) <= MAX_AUDIENCE_BYTES,
    issue(broadcastsErrors.audience_invalid, `Use at most ${MAX_AUDIENCE_BYTES} bytes of JSON.`),
  ),
);

const name = withDescription(singleLine(1, 255), 'Name of the broadcast, also used in its events');
const messageBody = withDescription(
  filledText(4096),
  'The text of the message; for all types except `text`, a caption or the name of a template',
);
const requiresApproval = withDescription(
  v.boolean(),
  'Whether the broadcast needs an approval to start; `true` revokes an earlier approval',
);

/** Fields of a new broadcast (docs/specification/broadcasts.md#broadcast-message). */
export const newBroadcastBody = jsonObject({
  name,
  message: withDescription(
    jsonObject({ type: messageType, body: messageBody }),
    'The message that all recipients get',
  ),
  channel: v.optional(channel),
  audience: v.optional(audience),
  requires_approval: v.optional(requiresApproval),
  sender: v.optional(
    withDescription(
      v.pipe(v.string(), v.picklist(SENDERS, issue('invalid_format', `Use one of ${SENDERS.join(', ')}.`))),
      'Who sends the broadcast: your messaging system (`external`), or the platform. It cannot be changed',
    ),
    'external',
  ),
  sending: v.optional(
    withDescription(
      newSendingBody,
      'How the platform sends. Required with the sender `platform`, and not allowed with `external`',
    ),
  ),
});

/** Fields of an update. Each may be omitted, also those of `message` (docs/specification/broadcasts.md#updating-a-broadcast). */
export const broadcastEditBody = jsonObject({
  name: v.optional(name),
  message: v.optional(
    withDescription(
      jsonObject({ type: v.optional(messageType), body: v.optional(messageBody) }),
      'The message that all recipients get. Omitted fields keep their values',
    ),
  ),
  channel: v.optional(channel),
  audience: v.optional(audience),
  requires_approval: v.optional(requiresApproval),
  sending: v.optional(
    withDescription(sendingEditBody, 'How the platform sends. Omitted fields keep their values'),
  ),
});

/** Converts a body to the requested edit. */
export function toBroadcastEdit(body: v.InferOutput<typeof broadcastEditBody>): BroadcastEdit {
  const { requires_approval, sending, ...content } = body;
  return {
    ...content,
    requiresApproval: requires_approval,
    ...(sending ? { sending: toSendingEdit(sending) } : {}),
  };
}

/** Fields that exist only in responses. */
export const READ_ONLY_FIELDS = [
  'id',
  'progress',
  'blocked_reason',
  'changed_since_approval',
  'approval_waived_by',
  'started_at',
  'finished_at',
  'created_at',
  'updated_at',
  'revision',
];

/** Fields that other operations set (docs/specification.md#fields-of-other-operations). */
export const FIELDS_OWNED_BY = {
  state: {
    use: 'sendBroadcast',
    detail:
      'This operation does not set the field. Use scheduleBroadcast, unscheduleBroadcast, sendBroadcast, cancelBroadcast or ' +
      'reportBroadcast.',
  },
  scheduled_at: 'scheduleBroadcast',
  approval: 'approveBroadcast',
  recipients: 'reportBroadcast',
  sent: 'reportBroadcast',
  failed: 'reportBroadcast',
  error: 'reportBroadcast',
};

function isWithin(value: unknown, levels: number): boolean {
  if (typeof value !== 'object' || value === null) return true;
  return levels > 0 && Object.values(value).every((member) => isWithin(member, levels - 1));
}

/** Valibot continues after a failed check. An audience that is nested too deep has no string then. */
function shallowText(value: Record<string, unknown>): string {
  return isWithin(value, MAX_AUDIENCE_DEPTH) ? JSON.stringify(value) : '{}';
}
