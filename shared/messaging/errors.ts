// The errors of this product. Each is an export of its own, so that a bundle contains only those that its function uses.

export const phone_number_not_found = {
  code: 'phone_number_not_found',
  status: 404,
  title: 'The phone number does not exist',
  detail: 'The workspace has no phone number with this ID.',
} as const;
export const import_not_found = {
  code: 'import_not_found',
  status: 404,
  title: 'Import not found',
  detail: 'The workspace has no import with this ID.',
} as const;
export const import_running = {
  code: 'import_running',
  status: 409,
  title: 'An import of the workspace is running',
} as const;
export const import_not_uploaded = {
  code: 'import_not_uploaded',
  status: 409,
  title: 'The file of the import is not uploaded',
} as const;
export const contact_exists = {
  code: 'contact_exists',
  status: 409,
  title: 'Another contact has this email address or phone number',
} as const;
export const contact_opted_out = {
  code: 'contact_opted_out',
  status: 409,
  title: 'The contact has opted out of the channel',
} as const;
export const contact_unreachable = {
  code: 'contact_unreachable',
  status: 409,
  title: 'The contact has no address on this platform',
} as const;
export const conversation_open = {
  code: 'conversation_open',
  status: 409,
  title: 'The contact has an open conversation on this platform',
} as const;
export const conversation_closed = {
  code: 'conversation_closed',
  status: 409,
  title: 'The conversation is closed',
} as const;
export const template_required = {
  code: 'template_required',
  status: 409,
  title: 'The channel accepts only a template now',
} as const;
export const message_state_invalid = {
  code: 'message_state_invalid',
  status: 409,
  title: 'The status of the message does not allow this',
} as const;
export const message_claimed = {
  code: 'message_claimed',
  status: 409,
  title: 'Another sender has claimed the message',
} as const;
export const phone_number_exists = {
  code: 'phone_number_exists',
  status: 409,
  title: 'The workspace has connected the phone number already',
} as const;
export const phone_number_taken = {
  code: 'phone_number_taken',
  status: 409,
  title: 'The phone number belongs to another workspace',
} as const;
export const phone_number_not_verified = {
  code: 'phone_number_not_verified',
  status: 409,
  title: 'The phone number is not verified',
} as const;
export const channel_not_available = {
  code: 'channel_not_available',
  status: 409,
  title: 'This installation does not send on the channel',
} as const;
export const message_type_unsupported = {
  code: 'message_type_unsupported',
  status: 422,
  title: 'The message type is not supported',
} as const;

declare module '#shared/platform/core/errors.ts' {
  interface DeclaredErrors {
    readonly messaging: typeof import('#shared/messaging/errors.ts');
  }
}
