import type { AcceptedMessage, Publication } from './accepted-message.ts';
import { busEvent } from './bus-event.ts';
import { partsOf } from './message-parts.ts';
import type { ReportedStatus } from './recipients.ts';

/** Dollars per part: the price of AWS for the United States, and the fee of the carrier. */
export const SMS_PRICE = 0.00581;
const CARRIER_FEE = 0.00302;

/** What AWS reports for a status. It reports no reading, and `SUCCESSFUL` says that the carrier has the message. */
const REPORTS: Readonly<
  Record<ReportedStatus, { readonly status: string; readonly text: string; readonly isFinal: boolean } | null>
> = {
  sent: { status: 'SUCCESSFUL', text: 'Message has been accepted by phone carrier', isFinal: false },
  delivered: { status: 'DELIVERED', text: 'Message has been accepted by phone', isFinal: true },
  failed: { status: 'UNREACHABLE', text: 'Phone is currently unreachable/unavailable', isFinal: true },
  read: null,
};

/** The publications of one receipt: the event without the context on the bus, and the one with the context to the topic. */
export function smsReceipt(message: AcceptedMessage, status: ReportedStatus, dueAt: number): Publication[] {
  const report = REPORTS[status];
  if (report === null) return [];
  const { encoding, parts } = partsOf(message.text);
  const shared = {
    eventType: `TEXT_${report.status}`,
    eventVersion: '1.0',
    eventTimestamp: dueAt,
    isFinal: report.isFinal,
    originationPhoneNumber: message.from,
    isoCountryCode: 'US',
    isInternationalSend: false,
    messageId: message.id,
    messageRequestTimestamp: message.acceptedAt,
    messageEncoding: encoding,
    messageType: 'TRANSACTIONAL',
    messageStatus: report.status,
    messageStatusDescription: report.text,
    totalMessageParts: parts,
    totalMessagePrice: SMS_PRICE * parts,
    totalCarrierFee: CARRIER_FEE * parts,
  };
  const event = busEvent('aws.sms-voice', 'Text Message Delivery Status Updated', shared, dueAt);
  const toTopic = { ...shared, destinationPhoneNumber: message.to, context: message.context };
  return [
    { dueAt, via: 'bus', body: event },
    ...(message.hasTopic ? [{ dueAt, via: 'topic' as const, body: toTopic }] : []),
  ];
}

/** The message to the topic of a two-way number about an SMS from a phone. */
export function incomingSms(sms: {
  readonly id: string;
  readonly from: string;
  readonly to: string;
  readonly text: string;
  readonly answersTo: string | undefined;
}) {
  const [first = ''] = sms.text.trim().split(/\s+/u);
  return {
    originationNumber: sms.from,
    destinationNumber: sms.to,
    messageKeyword: first.toUpperCase(),
    messageBody: sms.text,
    inboundMessageId: sms.id,
    ...(sms.answersTo === undefined ? {} : { previousPublishedMessageId: sms.answersTo }),
  };
}
