import type { ProblemExample } from './problem-example.ts';

/** Examples of the codes about contacts, conversations, messages and phone numbers. */
export const MESSAGING_EXAMPLES = {
  contact_exists: 'Another contact has this email address. Update that contact, or delete it first.',
  record_managed_here:
    'The platform manages this contact and emits its events. Use the operation updateContact instead.',
  conversation_open:
    'The contact has an open conversation on this platform. Use that conversation, or close it first.',
  conversation_closed: 'The conversation is closed. Reopen the conversation, or create another one.',
  contact_opted_out:
    'The contact has opted out of sms. Send nothing on this channel until the contact opts in again.',
  contact_unreachable:
    'The contact has no phone number, which messages on sms need. Add one with updateContact.',
  template_required:
    'WhatsApp accepts only templates, because the contact has sent no message within 24 hours. Send a template, or wait for a message of the contact.',
  message_state_invalid: 'The message has the status sent. Only a queued message can be claimed.',
  message_claimed: 'Another claim of the message is not finished. Claim another message.',
  phone_number_exists:
    'The workspace has connected this phone number already. Use or disconnect that number.',
  phone_number_taken:
    'Another workspace has verified this phone number. It must be disconnected there first.',
  phone_number_not_verified:
    'The workspace has no verified phone number for sms. Connect and verify one, then repeat the request.',
  channel_not_available:
    'This installation sends no messages on sms. Ask its operator, or use a number of the sandbox.',
} as const satisfies Readonly<Record<string, ProblemExample>>;
