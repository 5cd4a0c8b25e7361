import * as broadcastsErrors from '#shared/broadcasts/errors.ts';
import type { Channel } from '#shared/events/catalogue/channels.ts';
import { MESSAGE_LIMITS } from '#shared/messaging/domain/content-rules.ts';
import { excessOf, shorterText, type TextLimit, textLimitOf } from '#shared/messaging/domain/text-limit.ts';
import * as messagingErrors from '#shared/messaging/errors.ts';
import { ValidationError, type ValidationIssue } from '#shared/platform/core/errors.ts';
import { isAudience } from './audience.ts';
import type { Content } from './broadcast-content.ts';
import type { Broadcast } from './broadcast.ts';
import { channelOfSending, type Sending } from './sending.ts';

type Checked = Pick<Broadcast, 'sender'> & Content;

/**
 * Requires that the fields of a broadcast fit its sender (docs/specification/broadcasts.md#platform-broadcasts).
 * @param channel the channel of the request, if it has one: that of a platform broadcast follows from its platform
 * @throws ValidationError `required` · `invalid_format` · `audience_invalid` · `message_type_unsupported` · `too_long`
 */
export function requireFittingContent(content: Checked, channel: Channel | undefined): void {
  const { sender, sending } = content;
  if (sender === 'external') {
    if (sending === null) return;
    const detail = 'Leave the field out, or create a broadcast with the sender platform.';
    throw new ValidationError([{ pointer: '#/sending', code: 'invalid_format', detail }]);
  }
  if (sending === null) {
    const detail = 'The sender platform needs sending, with at least sending.platform.';
    throw new ValidationError([{ pointer: '#/sending', code: 'required', detail }]);
  }
  const issues = [
    ...channelIssues(sending, channel),
    ...audienceIssues(content),
    ...messageIssues(content, sending),
    ...bodyIssues(content, sending),
  ];
  if (issues.length > 0) throw new ValidationError(issues);
}

function channelIssues(sending: Sending, channel: Channel | undefined): ValidationIssue[] {
  const expected = channelOfSending(sending);
  if (channel === undefined || channel === expected) return [];
  const detail = `The channel follows from sending.platform. Leave it out, or send ${expected}.`;
  return [{ pointer: '#/channel', code: 'invalid_format', detail }];
}

function audienceIssues({ audience }: Content): ValidationIssue[] {
  if (isAudience(audience)) return [];
  const detail =
    'Use an object with stage, tags (any and all), platform and list, each optional. {} means every contact. Or use failed_of, with the ' +
    'ID of an ended broadcast of the platform, and include_unknown beside it.';
  return [{ pointer: '#/audience', ...broadcastsErrors.audience_invalid(), detail }];
}

/** The limits of messages also hold for those of a broadcast: a longer one would fail for each recipient. */
function bodyIssues({ message: { type, body } }: Content, { platform }: Sending): ValidationIssue[] {
  const [limit, what] = limitOfBody(type, platform);
  if (excessOf(body, limit) <= 0) return [];
  const detail = shorterText(limit, `for ${what}`);
  return [{ pointer: '#/message/body', code: 'too_long', detail }];
}

function limitOfBody(
  type: Content['message']['type'],
  platform: Sending['platform'],
): [limit: TextLimit, what: string] {
  if (type === 'text') return [textLimitOf(platform), `a text on ${platform}`];
  const isTemplate = type === 'template';
  const most = isTemplate ? MESSAGE_LIMITS.templateName : MESSAGE_LIMITS.caption;
  return [{ most, unit: 'code-points' }, isTemplate ? 'the name of a template' : 'a caption'];
}

function messageIssues({ message: { type } }: Content, sending: Sending): ValidationIssue[] {
  const { platform, template, mediaId } = sending;
  if (platform === 'sms' && type !== 'text') {
    const detail = 'The platform sms sends only messages of the type text. Use text, or another platform.';
    return [{ pointer: '#/message/type', ...messagingErrors.message_type_unsupported(), detail }];
  }
  const isTemplate = type === 'template';
  const isFile = !isTemplate && type !== 'text';
  return [
    ...fitting('#/sending/template', isTemplate, template !== null, 'messages of the type template'),
    ...fitting('#/sending/media_id', isFile, mediaId !== null, 'images, videos and documents'),
  ];
}

/** A field that some types of messages need, and others do not have. */
function fitting(pointer: string, isNeeded: boolean, isGiven: boolean, what: string): ValidationIssue[] {
  if (isNeeded === isGiven) return [];
  return isNeeded
    ? [{ pointer, code: 'required', detail: `The field is required for ${what}.` }]
    : [
        {
          pointer,
          code: 'invalid_format',
          detail: `Only ${what} have the field. Use null, or leave it out.`,
        },
      ];
}
