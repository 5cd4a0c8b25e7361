import * as v from 'valibot';
import { MESSAGE_TEXT_LIMIT } from '#shared/events/catalogue/event-text.ts';
import { fromCallbackText } from '#shared/messaging/domain/callback-data.ts';
import type { StatusNews } from '#shared/messaging/domain/message-progress.ts';
import type {
  IncomingFile,
  IncomingReport,
  ProviderReport,
  Receipt,
  StatusReport,
} from '#shared/messaging/domain/provider-report.ts';
import { cutText, receivedMember } from '#shared/platform/core/text.ts';
import { shownText } from './whatsapp-shown-text.ts';

/** Seconds since the epoch as text, which Meta sends. */
const seconds = v.pipe(
  v.string(),
  v.digits(),
  v.transform((text) => new Date(Number(text) * 1000)),
  v.check((date) => !Number.isNaN(date.getTime())),
);

const errors = v.optional(v.array(v.object({ code: v.number() })), []);

const statusSchema = v.object({
  id: v.optional(v.string()),
  status: v.string(),
  timestamp: seconds,
  biz_opaque_callback_data: v.optional(v.string()),
  errors,
});

const fileSchema = v.object({
  id: v.string(),
  caption: v.optional(v.string()),
  filename: v.optional(v.string()),
});

const messageSchema = v.object({
  from: v.pipe(v.string(), v.digits()),
  id: v.string(),
  timestamp: seconds,
  type: v.string(),
  text: v.optional(v.object({ body: v.string() })),
  button: v.optional(v.object({ text: v.string() })),
  interactive: v.optional(
    v.object({
      button_reply: v.optional(v.object({ title: v.string() })),
      list_reply: v.optional(v.object({ title: v.string() })),
    }),
  ),
  image: v.optional(fileSchema),
  video: v.optional(fileSchema),
  audio: v.optional(fileSchema),
  document: v.optional(fileSchema),
  reaction: v.optional(v.unknown()),
  location: v.optional(v.unknown()),
  contacts: v.optional(v.unknown()),
  order: v.optional(v.unknown()),
});

/** The sender of a message. Only the name is read, so a sender in another form does not hide the message. */
const senderSchema = v.object({ wa_id: v.string(), profile: v.object({ name: v.string() }) });

const valueSchema = v.object({
  metadata: v.optional(v.object({ display_phone_number: v.string() })),
  contacts: v.optional(v.array(v.unknown()), []),
  statuses: v.optional(v.array(v.unknown()), []),
  messages: v.optional(v.array(v.unknown()), []),
});

const entrySchema = v.pipe(
  v.string(),
  v.parseJson({ reviver: receivedMember }),
  v.object({ changes: v.array(v.object({ value: v.unknown() })) }),
);

/** A notification of AWS End User Messaging Social with an entry of a webhook of Meta. */
export const whatsappEntrySchema = v.object({
  whatsAppWebhookEntry: entrySchema,
  /** The ID of AWS, if the entry is about a message that was sent through AWS. */
  messageId: v.optional(v.string()),
});

/** An event of AWS about the status of a WhatsApp message, without IDs of the platform. */
export const whatsappEventSchema = v.object({
  messageId: v.string(),
  status: v.string(),
  eventTimestamp: seconds,
  errors,
});

/** The reports of a notification. A part that has another form does not hide the others. */
export function readWhatsappEntry({
  whatsAppWebhookEntry: { changes },
  messageId,
}: v.InferOutput<typeof whatsappEntrySchema>): Receipt {
  const reports: ProviderReport[] = [];
  let unreadable = 0;
  for (const change of changes) {
    const value = v.safeParse(valueSchema, change.value);
    if (!value.success) {
      unreadable += 1;
      continue;
    }
    for (const each of value.output.statuses) {
      const status = v.safeParse(statusSchema, each);
      if (status.success) reports.push(...readStatus(status.output, messageId));
      else unreadable += 1;
    }
    for (const each of value.output.messages) {
      const message = v.safeParse(messageSchema, each);
      const to = value.output.metadata?.display_phone_number;
      if (message.success && to !== undefined)
        reports.push(readMessage(message.output, to, value.output.contacts));
      else unreadable += 1;
    }
  }
  return { reports, unreadable };
}

/** The report of an event; none for a status that says nothing about the message. */
export function readWhatsappEvent(event: v.InferOutput<typeof whatsappEventSchema>): StatusReport[] {
  const { messageId, status, eventTimestamp: timestamp } = event;
  return readStatus({ status, timestamp, errors: event.errors }, messageId);
}

function readStatus(
  {
    id,
    status,
    timestamp,
    biz_opaque_callback_data: text,
    errors: [error],
  }: Omit<v.InferOutput<typeof statusSchema>, 'id'> & { readonly id?: string | undefined },
  awsId: string | undefined,
): StatusReport[] {
  const news = newsOf(status, error?.code);
  if (news === undefined) return [];
  const providerMessageIds = [awsId, id].filter((each) => each !== undefined);
  const identified = { provider: 'aws', providerMessageId: awsId ?? null };
  return [
    {
      kind: 'status',
      news: { ...news, at: timestamp, ...identified },
      message: text === undefined ? null : (fromCallbackText(text) ?? null),
      providerMessageIds,
    },
  ];
}

function newsOf(
  status: string,
  code: number | undefined,
): Pick<StatusNews, 'status' | 'errorCode'> | undefined {
  switch (status.toLowerCase()) {
    // `accepted`: by WhatsApp for processing.
    case 'accepted':
    case 'sent':
      return { status: 'sent', errorCode: null };
    case 'delivered':
      return { status: 'delivered', errorCode: null };
    case 'read':
    case 'played':
      return { status: 'read', errorCode: null };
    case 'failed':
    case 'undeliverable':
      return { status: 'failed', errorCode: failureOf(code) };
    default:
      // AWS could not hand the message over to WhatsApp within three hours.
      return /^message retries exhausted/iu.test(status)
        ? { status: 'failed', errorCode: 'provider_unavailable' }
        : undefined;
  }
}

/** The platform's codes for the codes of the Cloud API of Meta. */
const FAILURES: ReadonlyMap<number, string> = new Map([
  [131047, 'template_required'],
  [131026, 'destination_unreachable'],
  [131049, 'spam_blocked'],
  [131048, 'spam_blocked'],
  [130472, 'destination_blocked'],
  [130497, 'destination_blocked'],
  [131050, 'opted_out'],
  [131056, 'rate_limited'],
  [130429, 'rate_limited'],
  [80007, 'rate_limited'],
  [132000, 'template_invalid'],
  [132001, 'template_invalid'],
  [132005, 'template_invalid'],
  [132007, 'template_invalid'],
  [132012, 'template_invalid'],
  [132015, 'template_invalid'],
  [132016, 'template_invalid'],
  [132018, 'template_invalid'],
  [131031, 'sender_not_active'],
  [131042, 'sender_not_active'],
  [368, 'sender_not_active'],
]);

function failureOf(code: number | undefined): string {
  return (code === undefined ? undefined : FAILURES.get(code)) ?? 'message_rejected';
}

function readMessage(
  message: v.InferOutput<typeof messageSchema>,
  to: string,
  contacts: v.InferOutput<typeof valueSchema>['contacts'],
): IncomingReport {
  const { from, id, timestamp, text, button, interactive } = message;
  const file = fileOf(message);
  const choice = interactive?.button_reply ?? interactive?.list_reply;
  const body = text?.body ?? button?.text ?? choice?.title;
  const senders = contacts.flatMap((each) => {
    const { success, output } = v.safeParse(senderSchema, each);
    return success ? [output] : [];
  });
  const sender = senders.find(({ wa_id: number }) => number === from);
  return {
    kind: 'incoming',
    platform: 'whatsapp',
    provider: 'aws',
    providerMessageId: id,
    to: `+${to.replaceAll(/\D/gu, '')}`,
    from: `+${from}`,
    name: sender?.profile.name ?? null,
    sentAt: timestamp,
    text: keptText(body ?? shownText(message)),
    file,
    isKnown: body !== undefined || file !== null,
  };
}

function fileOf(message: v.InferOutput<typeof messageSchema>): IncomingFile | null {
  for (const type of ['image', 'video', 'audio', 'document'] as const) {
    const file = message[type];
    if (file)
      return {
        type,
        providerFileId: file.id,
        fileName: file.filename ?? null,
        caption: keptText(file.caption),
      };
  }
  return null;
}

function keptText(text: string | undefined): string | null {
  return text === undefined ? null : cutText(text, MESSAGE_TEXT_LIMIT, 'code-points');
}
