import { createHash } from 'node:crypto';
import { LOCAL_AWS } from '#local/aws/aws-identity.ts';
import type { AcceptedMessage, Publication } from './accepted-message.ts';
import { busEvent } from './bus-event.ts';
import { identityOf } from './own-numbers.ts';
import type { ReportedStatus } from './recipients.ts';

/** An error of Meta's API, such as 131026. */
export type MetaError = { readonly code: number; readonly title: string };

export const META_ERRORS = {
  undeliverable: { code: 131026, title: 'Message undeliverable' },
  optedOut: { code: 131050, title: 'User has stopped marketing messages from this business' },
  mediaMissing: { code: 131053, title: 'Media upload error' },
  windowClosed: { code: 131047, title: 'Re-engagement message' },
  templateMissing: { code: 132001, title: 'Template name does not exist in the translation' },
  templateParameters: { code: 132000, title: 'Number of parameters does not match' },
} as const satisfies Record<string, MetaError>;

const DETAIL_TYPES: Readonly<Record<ReportedStatus, string>> = {
  sent: 'WhatsApp Message Sent',
  delivered: 'WhatsApp Message Delivered',
  read: 'WhatsApp Message Read',
  failed: 'WhatsApp Message Failed',
};

/** Meta's ID of a message, which differs from that of AWS. */
function metaIdOf(messageId: string): string {
  return `wamid.${createHash('sha256').update(messageId).digest('base64url').slice(0, 40)}`;
}

/** The publication that connects the ID of AWS with that of Meta, before all others. */
export function whatsAppAcceptance(message: AcceptedMessage): Publication {
  const status = { ...statusOf(message, message.acceptedAt), status: 'accepted' };
  const body = entryOf(message.from, message.acceptedAt, { statuses: [status] });
  return { dueAt: message.acceptedAt, via: 'topic', body: { ...body, messageId: message.id } };
}

/** The publications of one receipt: on the bus with the ID of AWS alone, to the topic with Meta's ID and the callback data. */
export function whatsAppReceipt(
  message: AcceptedMessage,
  status: ReportedStatus,
  dueAt: number,
  error: MetaError = META_ERRORS.undeliverable,
): Publication[] {
  const { metaAccountId, metaNumberId } = identityOf({ platform: 'whatsapp', phone: message.from });
  const errors = status === 'failed' ? [{ ...error, message: error.title }] : undefined;
  const detail = {
    wabaId: metaAccountId,
    originationPhoneNumber: digitsOf(message.from),
    originationPhoneNumberId: metaNumberId,
    messageId: message.id,
    status,
    eventTimestamp: secondsOf(dueAt),
    ...(errors === undefined ? {} : { errors }),
  };
  const details = errors?.map((each) => ({ ...each, error_data: { details: each.title } }));
  const entry = entryOf(message.from, dueAt, {
    statuses: [
      { ...statusOf(message, dueAt), status, ...(details === undefined ? {} : { errors: details }) },
    ],
  });
  return [
    { dueAt, via: 'bus', body: busEvent('aws.social-messaging', DETAIL_TYPES[status], detail, dueAt) },
    { dueAt, via: 'topic', body: entry },
  ];
}

/** The publication about a message from a phone; `content` has the type and what belongs to it, as in Meta's webhooks. */
export function incomingWhatsApp(
  incoming: {
    readonly id: string;
    readonly from: string;
    readonly to: string;
    readonly name: string;
    readonly content: Readonly<Record<string, unknown>>;
    /** The message that the contact answers to. */
    readonly answersTo: string | undefined;
  },
  at: number,
) {
  const from = digitsOf(incoming.from);
  const context =
    incoming.answersTo === undefined
      ? {}
      : { context: { from: digitsOf(incoming.to), id: metaIdOf(incoming.answersTo) } };
  return entryOf(incoming.to, at, {
    contacts: [{ profile: { name: incoming.name }, wa_id: from }],
    messages: [{ ...context, from, id: incoming.id, timestamp: secondsOf(at), ...incoming.content }],
  });
}

function statusOf(message: AcceptedMessage, at: number) {
  const data = message.context['biz_opaque_callback_data'];
  return {
    id: metaIdOf(message.id),
    timestamp: secondsOf(at),
    recipient_id: digitsOf(message.to),
    ...(data === undefined ? {} : { biz_opaque_callback_data: data }),
  };
}

/** An entry of Meta's webhook in the envelope of AWS. */
function entryOf(phone: string, at: number, value: object) {
  const { arn, accountArn, metaAccountId, metaNumberId } = identityOf({ platform: 'whatsapp', phone });
  const metadata = { display_phone_number: digitsOf(phone), phone_number_id: metaNumberId };
  const change = { field: 'messages', value: { messaging_product: 'whatsapp', metadata, ...value } };
  return {
    context: {
      MetaWabaIds: [{ wabaId: metaAccountId, arn: accountArn }],
      MetaPhoneNumberIds: [{ metaPhoneNumberId: metaNumberId, arn }],
    },
    whatsAppWebhookEntry: JSON.stringify({ id: metaAccountId, changes: [change] }),
    aws_account_id: LOCAL_AWS.account,
    message_timestamp: new Date(at).toISOString(),
  };
}

/** Meta writes phone numbers without the plus sign, and times as text in seconds. */
function digitsOf(phone: string): string {
  return phone.replace('+', '');
}

function secondsOf(at: number): string {
  return String(Math.floor(at / 1000));
}
