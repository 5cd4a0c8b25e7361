import * as v from 'valibot';
import type { BroadcastEdit } from '#shared/broadcasts/domain/broadcast-edit.ts';
import { MESSAGE_TYPES } from '#shared/broadcasts/domain/broadcast.ts';
import { CHANNELS } from '#shared/platform/core/channels.ts';
import { jsonObject } from '#shared/platform/core/json-object.ts';
import { multiLine, singleLine } from '#shared/platform/http/text-field.ts';
import { described } from '#shared/platform/http/described.ts';

const MAX_AUDIENCE_BYTES = 16_384;
/** Deeper JSON than anybody writes makes reading and writing it overflow the stack. */
const MAX_AUDIENCE_DEPTH = 32;

const messageType = v.pipe(
  v.string(),
  v.picklist(MESSAGE_TYPES, `message_type_unsupported: Use one of ${MESSAGE_TYPES.join(', ')}.`),
  v.description('What the messaging engine is to send'),
);

const channel = v.pipe(
  v.string(),
  v.picklist(CHANNELS, `channel_unknown: Use one of ${CHANNELS.join(', ')}.`),
  v.description('The channel it goes out on; `all`, as at first, binds it to none'),
);

/** Opaque (R33), so its text is what is kept; the messaging engine knows what it means. */
const audience = v.pipe(
  v.custom<Record<string, unknown> | null>(
    (value) => typeof value === 'object' && !Array.isArray(value),
    'audience_invalid: Use an object, or null for none.',
  ),
  v.check(
    (value) => isWithin(value, MAX_AUDIENCE_DEPTH),
    `audience_invalid: Use at most ${MAX_AUDIENCE_DEPTH} levels.`,
  ),
  v.metadata({
    type: ['object', 'null'],
    additionalProperties: true,
    description: `Opaque to the platform: at most ${MAX_AUDIENCE_BYTES} bytes of JSON`,
  }),
  v.transform((value) => (value === null ? null : shallowText(value))),
  v.check(
    (text) => text === null || Buffer.byteLength(text) <= MAX_AUDIENCE_BYTES,
    `audience_invalid: Use at most ${MAX_AUDIENCE_BYTES} bytes of JSON.`,
  ),
);

const name = described(singleLine(1, 255), 'What the workspace calls it; its events carry it');
const messageBody = described(
  multiLine(1, 4096),
  'The text; a caption or the name of a template for all types but `text`',
);
const requiresApproval = described(
  v.boolean(),
  'Whether it can start only with an approval; true voids an earlier one',
);

/** Members of a new broadcast (decisions 5.3; G78). */
export const newBroadcastBody = jsonObject({
  name,
  message: described(jsonObject({ type: messageType, body: messageBody }), 'What every recipient gets'),
  channel: v.optional(channel),
  audience: v.optional(audience),
  requires_approval: v.optional(requiresApproval),
});

/** Members of an edit, each of which may be left out, also those of `message` (specification, Update a broadcast; G77). */
export const broadcastEditBody = jsonObject({
  name: v.optional(name),
  message: v.optional(
    described(
      jsonObject({ type: v.optional(messageType), body: v.optional(messageBody) }),
      'What every recipient gets; what is left out of it keeps its value',
    ),
  ),
  channel: v.optional(channel),
  audience: v.optional(audience),
  requires_approval: v.optional(requiresApproval),
});

/** The edit that a body asks for. */
export function toBroadcastEdit(body: v.InferOutput<typeof broadcastEditBody>): BroadcastEdit {
  const { requires_approval, ...content } = body;
  return { ...content, requiresApproval: requires_approval };
}

/** Members that only answers have. */
export const READ_ONLY_FIELDS = [
  'id',
  'state',
  'blocked_reason',
  'started_at',
  'finished_at',
  'created_at',
  'updated_at',
  'revision',
];

/** Members that operations of their own set (R33). */
export const SET_ELSEWHERE = {
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

/** Valibot goes on after a failed check; what is too deep has no text then. */
function shallowText(value: Record<string, unknown>): string {
  return isWithin(value, MAX_AUDIENCE_DEPTH) ? JSON.stringify(value) : '{}';
}
