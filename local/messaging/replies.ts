import { randomBytes, randomUUID } from 'node:crypto';
import * as v from 'valibot';
import type { Publication } from './accepted-message.ts';
import type { CarrierRecords } from './carrier-records.ts';
import { PLATFORMS, type OwnNumber } from './own-numbers.ts';
import { incomingSms } from './sms-events.ts';
import { incomingWhatsApp } from './whatsapp-events.ts';

const phone = v.pipe(
  v.string(),
  v.regex(/^\+[1-9][0-9]{6,14}$/u, 'must be a phone number like +12025550123'),
);

/** A message that somebody writes on a phone. */
export const replySchema = v.strictObject({
  platform: v.optional(v.picklist(PLATFORMS), 'sms'),
  /** The phone of the recipient, who now writes. */
  from: phone,
  /** The number of a workspace; by default the one that last sent a message to the phone. */
  to: v.optional(phone),
  text: v.optional(v.pipe(v.string(), v.maxLength(4096)), ''),
  /** The name in the profile of WhatsApp. */
  name: v.optional(v.string(), 'Local phone'),
  media: v.optional(
    v.strictObject({
      content_type: v.pipe(v.string(), v.regex(/^(?:image|video|audio|application|text)\/[\w.+-]+$/u)),
      base64: v.pipe(v.string(), v.base64()),
    }),
  ),
  /** How often AWS publishes the message. */
  copies: v.optional(v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(5)), 1),
});

export type Reply = v.InferOutput<typeof replySchema>;

/** What the platform of the reply did with it. */
export type ReplyResult =
  | { readonly kind: 'published'; readonly id: string; readonly to: string }
  /** AWS keeps the opt-out list of the number itself, and forwards neither STOP nor START. */
  | { readonly kind: 'kept'; readonly to: string }
  | { readonly kind: 'rejected'; readonly reason: string };

const STOP = /^\s*(?:arret|cancel|end|opt-?out|quit|remove|stop|td|unsubscribe)\b/iu;
const START = /^\s*(?:start|unstop)\b/iu;

/** Sends a message from a phone to a number of the local account. */
export function reply(
  { platform, from, text, name, media, copies, ...given }: Reply,
  records: CarrierRecords,
  now: number,
): ReplyResult {
  const [last] = records.messages({ platform, to: from, limit: 1 });
  const to = given.to ?? last?.from;
  const number = records.numbers().find((each) => each.platform === platform && each.phone === to);
  if (number === undefined)
    return {
      kind: 'rejected',
      reason:
        to === undefined
          ? `no number has sent anything to ${from}; name one in "to"`
          : `there is no number ${to}`,
    };
  records.noteIncoming(platform, from, number.phone, now);
  if (platform === 'sms' && isKept(number, from, text, records, now))
    return { kind: 'kept', to: number.phone };
  const shared = { from, to: number.phone, answersTo: last?.from === number.phone ? last.id : undefined };
  const id = platform === 'sms' ? randomUUID() : `wamid.${randomBytes(24).toString('base64url')}`;
  const body =
    platform === 'sms'
      ? incomingSms({ ...shared, id, text })
      : incomingWhatsApp({ ...shared, id, name, content: contentOf(text, media, records) }, now);
  const publication: Publication = { dueAt: now, via: 'topic', body };
  records.plan(Array.from({ length: copies }, () => publication));
  return { kind: 'published', id, to: number.phone };
}

/** Whether AWS handles the keyword itself. */
function isKept(
  { selfManagedOptOuts }: OwnNumber,
  from: string,
  text: string,
  records: CarrierRecords,
  now: number,
): boolean {
  if (selfManagedOptOuts) return false;
  if (STOP.test(text)) records.putOptOut({ phone: from, at: now, byUser: true });
  else if (START.test(text)) records.removeOptOut(from);
  else return false;
  return true;
}

/** The type of a message and what belongs to it, as in Meta's webhooks. */
function contentOf(text: string, media: Reply['media'], records: CarrierRecords) {
  if (!media) return { type: 'text', text: { body: text } };
  const id = BigInt(`0x${randomBytes(7).toString('hex')}`).toString();
  records.putMedia({ id, contentType: media.content_type, bytes: Buffer.from(media.base64, 'base64') });
  const [kind = ''] = media.content_type.split('/');
  const type = ['image', 'video', 'audio'].includes(kind) ? kind : 'document';
  const caption = text === '' || type === 'audio' ? {} : { caption: text };
  const filename = type === 'document' ? { filename: 'document' } : {};
  return { type, [type]: { id, mime_type: media.content_type, ...caption, ...filename } };
}
