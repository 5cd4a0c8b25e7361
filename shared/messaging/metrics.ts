import type { Metric } from '#shared/platform/core/metric.ts';

/** Result of a request to send a message, as in `SendResult`. */
export const SEND_OUTCOMES = ['accepted', 'rejected', 'deferred', 'unknown'] as const;

/**
 * What became of a receipt: `recorded` changed a message, `known` did not, `kept` waits for its message, `impossible` contradicts the
 * state of its message, `missing` is about no message, `received` is a message from a contact, `ignored` concerns no workspace.
 */
export const RECEIPT_OUTCOMES = [
  'recorded',
  'known',
  'kept',
  'impossible',
  'missing',
  'received',
  'ignored',
] as const;

/** The value of the dimension `outcome` of a receipt. */
export type ReceiptOutcome = (typeof RECEIPT_OUTCOMES)[number];

const service = 'deliver-message';

export const MESSAGING_METRICS = {
  /** Requests to send a text message or a WhatsApp message. */
  messages: {
    name: 'Messages',
    service,
    unit: 'Count',
    by: { provider: ['sms', 'whatsapp'], outcome: SEND_OUTCOMES },
  },
  /** 1 for a request that the provider accepted, 0 for any other; likewise for requests that it throttled, and without a result. */
  accepted: { name: 'Accepted', service, unit: 'None', by: {} },
  throttled: { name: 'Throttled', service, unit: 'None', by: {} },
  withoutResult: { name: 'WithoutResult', service, unit: 'None', by: {} },
  /** Entries of receipts of AWS. */
  receipts: { name: 'Receipts', service: 'record-receipt', unit: 'Count', by: { outcome: RECEIPT_OUTCOMES } },
} as const satisfies Record<string, Metric>;
