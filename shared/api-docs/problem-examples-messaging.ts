import type { ProblemExample } from './problem-example.ts';

const ID = '01980000-0000-7000-8000-000000000001';

/** Examples of the codes about contacts, conversations, messages and phone numbers. */
export const MESSAGING_EXAMPLES = {
  contact_exists: {
    detail: 'Another contact has this email address. Update that contact, or delete it first.',
    extras: { contact: ID, field: 'email' },
  },
  record_managed_here: {
    detail:
      'The platform manages this contact and emits its events. Use the operation updateContact instead.',
    extras: { contact: ID },
  },
  conversation_open: {
    detail:
      'The contact has an open conversation on this platform. Use that conversation, or close it first.',
    extras: { conversation: ID },
  },
  conversation_closed: {
    detail: 'The conversation is closed. Reopen the conversation, or create another one.',
  },
  contact_opted_out: {
    detail: 'The contact has opted out of sms. Send nothing on this channel until the contact opts in again.',
  },
  contact_unreachable: {
    detail: 'The contact has no phone number, which messages on sms need. Add one with updateContact.',
  },
  template_required: {
    detail:
      'WhatsApp accepts only templates, because the contact has sent no message within 24 hours. Send a template, or wait for a message of the contact.',
  },
  message_state_invalid: {
    detail: 'The message has the status sent. Only a queued message can be claimed.',
    extras: { state: 'sent' },
  },
  message_claimed: { detail: 'Another claim of the message is not finished. Claim another message.' },
  phone_number_exists: {
    detail: 'The workspace has connected this phone number already. Use or disconnect that number.',
    extras: { phone_number_id: ID },
  },
  phone_number_taken: {
    detail: 'Another workspace has verified this phone number. It must be disconnected there first.',
  },
  phone_number_not_verified: {
    detail:
      'The workspace has no verified phone number for sms. Connect and verify one, then repeat the request.',
  },
  channel_not_available: {
    detail: 'This installation sends no messages on sms. Ask its operator, or use a number of the sandbox.',
    extras: { platform: 'sms' },
  },
} as const satisfies Readonly<Record<string, ProblemExample>>;
