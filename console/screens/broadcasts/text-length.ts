import { countOf, numberOf } from '#console/parts/counted.ts';
import { smsLengthOf } from '#shared/broadcasts/domain/sms-length.ts';
import { excessOf, textLimitOf } from '#shared/messaging/domain/text-limit.ts';
import { textLength } from '#shared/platform/core/text.ts';
import type { MessageType, Sending } from './sending/sending-draft.ts';

type Shown = {
  readonly platform: Sending['platform'];
  readonly type: MessageType;
  readonly body: string;
};

const CAPTION_LIMIT = { most: 1024, unit: 'code-points' } as const;

/** The problem of a text that is too long to be delivered; undefined if it is short enough. */
export function textProblem({ platform, type, body }: Shown): string | undefined {
  if (type === 'template') return undefined;
  const limit = type === 'text' ? textLimitOf(platform) : CAPTION_LIMIT;
  const excess = excessOf(body, limit);
  if (excess <= 0) return undefined;
  return `Remove ${countOf(excess, 'character')}: at most ${numberOf(limit.most)} fit into a message.`;
}

/** The length of a text as a sentence. Each part of a text message has a price. */
export function lengthSentence({ platform, body }: Pick<Shown, 'platform' | 'body'>): string {
  if (platform !== 'sms') return countOf(textLength(body, 'code-points'), 'character');
  const { alphabet, characters, parts, perPart } = smsLengthOf(body);
  const size = `${countOf(characters, 'character')}, sent as ${countOf(parts, 'part')} of at most ${perPart}.`;
  return alphabet === 'gsm'
    ? size
    : `${size} A part is shorter than usual, because the text contains a character, such as an emoji, that the usual alphabet of text messages does not have.`;
}
