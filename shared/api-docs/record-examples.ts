import {
  sampleAutomation,
  sampleBooking,
  sampleBroadcast,
  sampleContact,
  sampleConversation,
  sampleOrder,
  sampleOutgoingMessage,
  samplePayment,
} from '#shared/events/catalogue/samples.ts';

/** The members of every record of another system. */
const external = {
  revision: '2-mm4rh0l0',
  source: 'external',
  last_event: { id: '0195d2f0-8a10-7c3e-9b52-3f6c1e0a7d4b', occurred_at: '2026-03-14T09:26:53.005Z' },
} as const;

const contactId = sampleContact.id;

/** Examples of the records of other systems, by the name of their view: the objects of the sample events. */
export const RECORD_EXAMPLES: Readonly<Record<string, unknown>> = {
  Automation: { ...external, ...sampleAutomation },
  Booking: { ...external, ...sampleBooking, contact_id: contactId },
  ExternalBroadcast: { ...external, ...sampleBroadcast },
  ExternalContact: { ...external, ...sampleContact },
  ExternalConversation: {
    ...external,
    ...sampleConversation,
    assigned_to: { name: 'Jonas Weber' },
    contact_id: contactId,
  },
  ExternalMessage: {
    ...external,
    ...sampleOutgoingMessage,
    error_code: null,
    channel: 'whatsapp',
    provider: 'meta',
    conversation_id: sampleConversation.id,
    contact_id: contactId,
  },
  Order: { ...external, ...sampleOrder, contact_id: contactId },
  Payment: { ...external, ...samplePayment, contact_id: contactId },
};
