import { difference } from '#console/parts/difference.ts';
import { type AudienceDraft, audienceDraftOf, EVERYBODY, platformAudienceOf } from './audience-draft.ts';
import type { Broadcast, BroadcastChanges, NewBroadcast } from './broadcast-reads.ts';
import {
  EMPTY_SENDING,
  type MessageType,
  rateProblem,
  sendingChanges,
  type SendingDraft,
  sendingDraftOf,
  sendingOf,
} from './sending/sending-draft.ts';
import { textProblem } from './text-length.ts';

type Channel = Broadcast['channel'];

/** The types of messages as words. */
export const MESSAGE_TYPES: readonly (readonly [MessageType, string])[] = [
  ['text', 'text'],
  ['image', 'image with a caption'],
  ['video', 'video with a caption'],
  ['document', 'document with a caption'],
  ['template', 'template'],
];

/** What a person enters about a broadcast. */
export type BroadcastDraft = SendingDraft &
  AudienceDraft & {
    readonly sender: Broadcast['sender'];
    readonly name: string;
    readonly type: MessageType;
    readonly body: string;
    /** Of a broadcast that your messaging system sends. */
    readonly channel: Channel;
    /** The same: JSON; empty for none. */
    readonly audience: string;
    readonly requiresApproval: boolean;
  };

export const EMPTY_DRAFT: BroadcastDraft = {
  sender: 'external',
  name: '',
  channel: 'all',
  type: 'text',
  body: '',
  audience: '',
  requiresApproval: false,
  ...EMPTY_SENDING,
  ...EVERYBODY,
};

/** The fields that the form of a broadcast shows, as pointers of the API. */
export const BROADCAST_FIELDS = [
  '#/name',
  '#/channel',
  '#/message',
  '#/audience',
  '#/requires_approval',
  '#/sending/platform',
  '#/sending/phone_number_id',
  '#/sending/template',
  '#/sending/media_id',
  '#/sending/rate_per_second',
  '#/sending/quiet_hours',
  '#/sending/budget',
  '#/sending/message_events',
];

export function draftOf(broadcast: Broadcast): BroadcastDraft {
  const { name, channel, message, audience, requires_approval, sender, sending } = broadcast;
  const shared = { sender, name, channel, type: message.type, requiresApproval: requires_approval };
  if (sending !== null)
    return {
      ...shared,
      body: message.type === 'template' ? '' : message.body,
      audience: '',
      ...sendingDraftOf(sending, message.type, message.body),
      ...audienceDraftOf(audience),
    };
  return {
    ...shared,
    body: message.body,
    audience: audience === null ? '' : JSON.stringify(audience, undefined, 2),
    ...EMPTY_SENDING,
    ...EVERYBODY,
  };
}

/** Why the draft cannot be sent; undefined if it can. Each problem is shown at its field. */
export function draftProblem(draft: BroadcastDraft): string | undefined {
  if (draft.sender === 'external') return audienceProblem(draft.audience);
  return rateProblem(draft) ?? textProblem(draft);
}

/** Why the text of the audience cannot be sent; undefined if it can. */
export function audienceProblem(text: string): string | undefined {
  return audienceOf(text) === undefined ? 'Use a JSON object, such as {"tags": ["customers"]}.' : undefined;
}

/** The request that creates the broadcast. */
export function requestOf(draft: BroadcastDraft): NewBroadcast {
  const { name, channel, type, body, sender, requiresApproval } = draft;
  const approval = requiresApproval ? { requires_approval: true } : {};
  if (sender === 'platform') {
    const { platform, message_events, ...settings } = sendingOf(draft, type);
    const used = Object.entries(settings).filter(([, value]) => value !== null);
    return {
      name,
      message: messageOf(draft),
      sender,
      sending: { platform, ...Object.fromEntries(used), message_events },
      audience: platformAudienceOf(draft),
      ...approval,
    };
  }
  const audience = audienceOf(draft.audience) ?? null;
  return { name, channel, message: { type, body }, ...(audience === null ? {} : { audience }), ...approval };
}

/** The request that edits a broadcast: what differs. Who sends it does not change. */
export function changesOf(from: BroadcastDraft, to: BroadcastDraft): BroadcastChanges {
  const settingsOf = (draft: BroadcastDraft) => ({
    name: draft.name,
    message: messageOf(draft),
    requires_approval: draft.requiresApproval,
  });
  return {
    ...difference<BroadcastChanges>(settingsOf(from), settingsOf(to)),
    ...(to.sender === 'platform' ? platformChanges(from, to) : externalChanges(from, to)),
  };
}

function externalChanges(from: BroadcastDraft, to: BroadcastDraft): BroadcastChanges {
  const isSame = comparable(from.audience) === comparable(to.audience);
  return {
    ...(from.channel === to.channel ? {} : { channel: to.channel }),
    ...(isSame ? {} : { audience: audienceOf(to.audience) ?? null }),
  };
}

function platformChanges(from: BroadcastDraft, to: BroadcastDraft): BroadcastChanges {
  const sending = sendingChanges(sendingOf(from, from.type), sendingOf(to, to.type));
  const audience = platformAudienceOf(to);
  const isSame = JSON.stringify(platformAudienceOf(from)) === JSON.stringify(audience);
  return {
    ...(Object.keys(sending).length === 0 ? {} : { sending }),
    ...(isSame ? {} : { audience }),
  };
}

/** How saving the changes affects the approval of the broadcast; undefined if it does not. */
export function effectOnApproval(broadcast: Broadcast, changes: BroadcastChanges): string | undefined {
  if (changes.requires_approval === true) return 'The broadcast then starts only after an approval.';
  if (changes.requires_approval === false)
    return 'The broadcast then starts without an approval, and shows that you have waived the approval.';
  const isApproved = broadcast.requires_approval && broadcast.approval !== null;
  return isApproved && Object.keys(changes).length > 0
    ? 'The approval was given to the earlier content. After the change, only a person who may approve can schedule or send the broadcast.'
    : undefined;
}

/** The message of the request. The body of a template is its name. */
function messageOf(draft: BroadcastDraft): Broadcast['message'] {
  const { sender, type, body, template } = draft;
  return { type, body: sender === 'platform' && type === 'template' ? template.trim() : body };
}

/** The object that a text contains; null for an empty text, undefined if it contains something else. */
function audienceOf(text: string): Record<string, unknown> | null | undefined {
  if (text.trim() === '') return null;
  try {
    const value: unknown = JSON.parse(text);
    return isObject(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The audience without its white space, so that only content counts as a change. */
export function comparable(text: string): string {
  const audience = audienceOf(text);
  return audience === undefined ? text : audience === null ? '' : JSON.stringify(audience);
}
