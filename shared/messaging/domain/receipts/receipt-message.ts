import * as v from 'valibot';
import type { ProviderReport, Receipt } from '#shared/messaging/domain/provider-report.ts';
import { receivedMember } from '#shared/platform/core/text.ts';
import { sandboxReceiptSchema, type SandboxReceipt } from './sandbox-receipt.ts';
import { incomingSmsSchema, readIncomingSms, readSmsEvent, smsEventSchema } from './sms-receipts.ts';
import {
  readWhatsappEntry,
  readWhatsappEvent,
  whatsappEntrySchema,
  whatsappEventSchema,
} from './whatsapp-receipts.ts';

function of(...reports: readonly ProviderReport[]): Receipt {
  return { reports, unreadable: 0 };
}

/** Events on the default bus of EventBridge. */
const smsEvent = v.pipe(
  v.object({ source: v.literal('aws.sms-voice'), detail: smsEventSchema }),
  v.transform(({ detail }) => of(readSmsEvent(detail))),
);
const whatsappEvent = v.pipe(
  v.object({ source: v.literal('aws.social-messaging'), detail: whatsappEventSchema }),
  v.transform(({ detail }) => of(...readWhatsappEvent(detail))),
);
/** Other events of the services are about registrations, calls and received messages, whose content SNS sends. */
const otherEvent = v.pipe(
  v.object({ source: v.picklist(['aws.sms-voice', 'aws.social-messaging']), 'detail-type': v.string() }),
  v.check(
    ({ 'detail-type': type }) =>
      !/^(?:Text Message Delivery|WhatsApp Message (?:Sent|Delivered|Read|Failed))/u.test(type),
  ),
  v.transform(() => of()),
);

/** A notification of the topic of the stage. Amazon SNS sends the text of a service in `Message`. */
const notification = v.pipe(
  v.object({
    Type: v.literal('Notification'),
    Message: v.pipe(
      v.string(),
      v.parseJson({ reviver: receivedMember }),
      v.union([
        v.pipe(
          smsEventSchema,
          v.transform((event) => () => of(readSmsEvent(event))),
        ),
        v.pipe(
          incomingSmsSchema,
          v.transform((sms) => (at: Date) => of(readIncomingSms(sms, at))),
        ),
        v.pipe(
          whatsappEntrySchema,
          v.transform((entry) => () => readWhatsappEntry(entry)),
        ),
      ]),
    ),
    Timestamp: v.pipe(v.string(), v.isoTimestamp()),
  }),
  v.transform(({ Message: read, Timestamp }) => read(new Date(Timestamp))),
);

const sandbox = v.pipe(
  sandboxReceiptSchema,
  v.transform((receipt) => of(readSandbox(receipt))),
);

/**
 * A message of the queue of receipts: an event of EventBridge, a notification of SNS, or a receipt of the sandbox. AWS sends the status of
 * a message on both ways, so receipts are repeated.
 */
export const receiptMessageSchema = v.union([smsEvent, whatsappEvent, otherEvent, notification, sandbox]);

function readSandbox({ status, providerMessageId, at, ...message }: SandboxReceipt): ProviderReport {
  const { stage, workspaceId, messageId } = message;
  return {
    kind: 'status',
    news: {
      status,
      at: new Date(at),
      errorCode: status === 'failed' ? 'destination_unreachable' : null,
      provider: 'sandbox',
      providerMessageId,
    },
    message: { stage, workspaceId, messageId },
    providerMessageIds: [providerMessageId],
  };
}
