import * as v from 'valibot';
import { AwsError } from '#local/aws/aws-error.ts';
import { DAY_MS } from '#shared/platform/core/time-units.ts';
import type { CarrierRecords } from './carrier-records.ts';
import { META_ERRORS, type MetaError } from './whatsapp-events.ts';
import { placeholdersOf, TEMPLATES } from './whatsapp-templates.ts';

const media = v.object({
  id: v.string(),
  caption: v.optional(v.string()),
  filename: v.optional(v.string()),
});
const shared = {
  messaging_product: v.literal('whatsapp'),
  recipient_type: v.optional(v.literal('individual')),
  to: v.pipe(v.string(), v.regex(/^\+[1-9][0-9]{6,14}$/u, 'must be a phone number with a plus sign')),
  // Meta allows 512 characters.
  biz_opaque_callback_data: v.optional(v.pipe(v.string(), v.maxLength(512))),
};
const parameter = v.looseObject({ type: v.string() });
const template = v.object({
  name: v.string(),
  language: v.object({ code: v.string() }),
  components: v.optional(
    v.array(v.looseObject({ type: v.string(), parameters: v.optional(v.array(parameter), []) })),
    [],
  ),
});

/** The messages of Meta's Cloud API that the platform sends. */
const messageSchema = v.variant('type', [
  v.object({
    ...shared,
    type: v.literal('text'),
    text: v.object({
      body: v.pipe(v.string(), v.minLength(1), v.maxLength(4096)),
      preview_url: v.optional(v.boolean()),
    }),
  }),
  v.object({ ...shared, type: v.literal('template'), template }),
  v.object({ ...shared, type: v.literal('image'), image: media }),
  v.object({ ...shared, type: v.literal('video'), video: media }),
  v.object({ ...shared, type: v.literal('audio'), audio: media }),
  v.object({ ...shared, type: v.literal('document'), document: media }),
]);

export type WhatsAppMessage = v.InferOutput<typeof messageSchema>;

/** How long a phone accepts free text after its last message. */
const WINDOW_MS = DAY_MS;

/** Parses `message` of SendWhatsAppMessage. @throws AwsError `InvalidParametersException` */
export function parseWhatsAppMessage(encoded: string): WhatsAppMessage {
  const parsed = v.safeParse(messageSchema, parseJson(Buffer.from(encoded, 'base64').toString('utf8')));
  if (parsed.success) return parsed.output;
  const [issue] = parsed.issues;
  throw new AwsError('InvalidParametersException', `message.${v.getDotPath(issue) ?? ''}: ${issue.message}`);
}

/** The text that the phone shows. */
export function textOfMessage(message: WhatsAppMessage): string {
  switch (message.type) {
    case 'text':
      return message.text.body;
    case 'template':
      return `template ${message.template.name}`;
    case 'image':
      return message.image.caption ?? 'image';
    case 'video':
      return message.video.caption ?? 'video';
    case 'audio':
      return 'audio';
    default:
      return message.document.caption ?? message.document.filename ?? 'document';
  }
}

/** Why Meta does not deliver the message, which it says in a receipt and not in the response; undefined if it delivers it. */
export function rejectionOf(
  message: WhatsAppMessage,
  from: string,
  records: CarrierRecords,
  now: number,
): MetaError | undefined {
  if (message.type === 'template') {
    const { name, language, components } = message.template;
    const known = TEMPLATES.find((each) => each.name === name && each.language === language.code);
    if (!known) return META_ERRORS.templateMissing;
    const given = components.find(({ type }) => type === 'body')?.parameters.length ?? 0;
    return given === placeholdersOf(known) ? undefined : META_ERRORS.templateParameters;
  }
  const last = records.lastIncomingAt('whatsapp', message.to, from);
  if (last === undefined || now - last >= WINDOW_MS) return META_ERRORS.windowClosed;
  return mediaIdOf(message) !== undefined && !records.media(mediaIdOf(message) ?? '')
    ? META_ERRORS.mediaMissing
    : undefined;
}

function mediaIdOf(message: WhatsAppMessage): string | undefined {
  if (message.type === 'image') return message.image.id;
  if (message.type === 'video') return message.video.id;
  if (message.type === 'audio') return message.audio.id;
  return message.type === 'document' ? message.document.id : undefined;
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
