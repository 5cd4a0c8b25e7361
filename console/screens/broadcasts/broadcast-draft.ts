import type { ComparedField } from '#console/parts/compared-field.ts';
import type { Broadcast, BroadcastChanges, NewBroadcast } from './broadcast-reads.ts';

type MessageType = Broadcast['message']['type'];
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
export type BroadcastDraft = {
  readonly name: string;
  readonly channel: Channel;
  readonly type: MessageType;
  readonly body: string;
  /** JSON; empty for none. */
  readonly audience: string;
  readonly requiresApproval: boolean;
};

export const EMPTY_DRAFT: BroadcastDraft = {
  name: '',
  channel: 'all',
  type: 'text',
  body: '',
  audience: '',
  requiresApproval: false,
};

/** The fields that the form of a broadcast shows, as pointers of the API. */
export const BROADCAST_FIELDS = ['#/name', '#/channel', '#/message', '#/audience', '#/requires_approval'];

/** The fields that an edit compares. */
export const COMPARED_FIELDS: readonly ComparedField<BroadcastDraft>[] = [
  { name: 'name', label: 'Name', textOf: ({ name }) => name },
  { name: 'channel', label: 'Channel', textOf: ({ channel }) => channel },
  { name: 'type', label: 'Type of message', textOf: ({ type }) => type },
  { name: 'body', label: 'Text', textOf: ({ body }) => body },
  { name: 'audience', label: 'Audience', textOf: ({ audience }) => comparable(audience) },
  {
    name: 'requiresApproval',
    label: 'Needs an approval',
    textOf: ({ requiresApproval }) => (requiresApproval ? 'yes' : 'no'),
  },
];

export function draftOf({ name, channel, message, audience, requires_approval }: Broadcast): BroadcastDraft {
  return {
    name,
    channel,
    type: message.type,
    body: message.body,
    audience: audience === null ? '' : JSON.stringify(audience, undefined, 2),
    requiresApproval: requires_approval,
  };
}

/** Why the text of the audience cannot be sent; undefined if it can. */
export function audienceProblem(text: string): string | undefined {
  return audienceOf(text) === undefined ? 'Use a JSON object, such as {"tags": ["customers"]}.' : undefined;
}

/** The request that creates the broadcast. */
export function requestOf(draft: BroadcastDraft): NewBroadcast {
  const { name, channel, type, body, requiresApproval } = draft;
  const audience = audienceOf(draft.audience) ?? null;
  return {
    name,
    channel,
    message: { type, body },
    ...(audience === null ? {} : { audience }),
    ...(requiresApproval ? { requires_approval: true } : {}),
  };
}

/** The request that edits a broadcast: what differs. */
export function changesOf(from: BroadcastDraft, to: BroadcastDraft): BroadcastChanges {
  const message = {
    ...(from.type === to.type ? {} : { type: to.type }),
    ...(from.body === to.body ? {} : { body: to.body }),
  };
  return {
    ...(from.name === to.name ? {} : { name: to.name }),
    ...(from.channel === to.channel ? {} : { channel: to.channel }),
    ...(Object.keys(message).length === 0 ? {} : { message }),
    ...(comparable(from.audience) === comparable(to.audience)
      ? {}
      : { audience: audienceOf(to.audience) ?? null }),
    ...(from.requiresApproval === to.requiresApproval ? {} : { requires_approval: to.requiresApproval }),
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
function comparable(text: string): string {
  const audience = audienceOf(text);
  return audience === undefined ? text : audience === null ? '' : JSON.stringify(audience);
}
