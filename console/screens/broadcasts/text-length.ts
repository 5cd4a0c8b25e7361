import { countOf, numberOf } from '#console/parts/counted.ts';
import { maxCharacters } from '#console/screens/messaging/platforms.ts';
import { smsLengthOf } from '#shared/broadcasts/domain/sms-length.ts';
import type { MessageType, Sending } from './sending/sending-draft.ts';

type Shown = {
  readonly platform: Sending['platform'];
  readonly type: MessageType;
  readonly body: string;
};

/** The most characters of a caption. */
const MAX_CAPTION_CHARACTERS = 1024;

/** The problem of a text that is too long to be delivered; undefined if it is short enough. */
export function textProblem({ platform, type, body }: Shown): string | undefined {
  if (type === 'template') return undefined;
  const most = type === 'text' ? maxCharacters(platform) : MAX_CAPTION_CHARACTERS;
  const excess = [...body].length - most;
  if (excess <= 0) return undefined;
  return `Remove ${countOf(excess, 'character')}: at most ${numberOf(most)} fit into a message.`;
}

/** The length of a text as a sentence. Each part of a text message has a price. */
export function lengthSentence({ platform, body }: Pick<Shown, 'platform' | 'body'>): string {
  if (platform !== 'sms') return countOf([...body].length, 'character');
  const { alphabet, characters, parts, perPart } = smsLengthOf(body);
  const size = `${countOf(characters, 'character')}, sent as ${countOf(parts, 'part')} of at most ${perPart}.`;
  return alphabet === 'gsm'
    ? size
    : `${size} A part is shorter than usual, because the text contains a character, such as an emoji, that the usual alphabet of text messages does not have.`;
}
