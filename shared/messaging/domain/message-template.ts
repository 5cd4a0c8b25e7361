/** A text that WhatsApp approved for messages outside the 24 hours after a message of the contact. */
export type MessageTemplate = {
  readonly name: string;
  readonly language: string;
  /** As WhatsApp names it, such as `APPROVED`, `PENDING` or `REJECTED`; only approved templates can be sent. */
  readonly status: string;
  /** Such as `UTILITY` or `MARKETING`; null if unknown. */
  readonly category: string | null;
};

/** The templates of a number of the sandbox, which accepts every template. */
export const SANDBOX_TEMPLATES: readonly MessageTemplate[] = [
  { name: 'hello_world', language: 'en_US', status: 'APPROVED', category: 'UTILITY' },
  { name: 'order_update', language: 'en_US', status: 'APPROVED', category: 'UTILITY' },
];
