import { declareErrors } from '#shared/platform/core/error-kind.ts';

/** The errors of this product. */
export const messagingErrors = declareErrors({
  phone_number_not_found: {
    status: 404,
    title: 'The phone number does not exist',
    detail: 'The workspace has no phone number with this ID.',
  },
  import_not_found: {
    status: 404,
    title: 'Import not found',
    detail: 'The workspace has no import with this ID.',
  },
  import_running: { status: 409, title: 'An import of the workspace is running' },
  import_not_uploaded: { status: 409, title: 'The file of the import is not uploaded' },
  contact_exists: { status: 409, title: 'Another contact has this email address or phone number' },
  contact_opted_out: { status: 409, title: 'The contact has opted out of the channel' },
  contact_unreachable: { status: 409, title: 'The contact has no address on this platform' },
  conversation_open: { status: 409, title: 'The contact has an open conversation on this platform' },
  conversation_closed: { status: 409, title: 'The conversation is closed' },
  template_required: { status: 409, title: 'The channel accepts only a template now' },
  message_state_invalid: { status: 409, title: 'The status of the message does not allow this' },
  message_claimed: { status: 409, title: 'Another sender has claimed the message' },
  phone_number_exists: { status: 409, title: 'The workspace has connected the phone number already' },
  phone_number_taken: { status: 409, title: 'The phone number belongs to another workspace' },
  phone_number_not_verified: { status: 409, title: 'The phone number is not verified' },
  channel_not_available: { status: 409, title: 'This installation does not send on the channel' },
  message_type_unsupported: { status: 422, title: 'The message type is not supported' },
});

declare module '#shared/platform/core/errors.ts' {
  interface DeclaredErrors {
    readonly messaging: typeof messagingErrors;
  }
}
