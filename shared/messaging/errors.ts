import { conflict, invalid, missing } from '#shared/platform/core/error-kind.ts';

export const phone_number_not_found = () =>
  missing('phone_number_not_found', 'phone number', {
    title: 'The phone number does not exist',
  });
export const import_not_found = () => missing('import_not_found', 'import');
export const import_running = () => conflict('import_running', 'An import of the workspace is running');
export const import_not_uploaded = () =>
  conflict('import_not_uploaded', 'The file of the import is not uploaded');
export const contact_exists = () =>
  conflict('contact_exists', 'Another contact has this email address or phone number');
export const contact_opted_out = () =>
  conflict('contact_opted_out', 'The contact has opted out of the channel');
export const contact_unreachable = () =>
  conflict('contact_unreachable', 'The contact has no address on this platform');
export const conversation_open = () =>
  conflict('conversation_open', 'The contact has an open conversation on this platform');
export const conversation_closed = () => conflict('conversation_closed', 'The conversation is closed');
export const template_required = () =>
  conflict('template_required', 'The channel accepts only a template now');
export const message_state_invalid = () =>
  conflict('message_state_invalid', 'The status of the message does not allow this');
export const message_claimed = () => conflict('message_claimed', 'Another sender has claimed the message');
export const phone_number_exists = () =>
  conflict('phone_number_exists', 'The workspace has connected the phone number already');
export const phone_number_taken = () =>
  conflict('phone_number_taken', 'The phone number belongs to another workspace');
export const phone_number_not_verified = () =>
  conflict('phone_number_not_verified', 'The phone number is not verified');
export const channel_not_available = () =>
  conflict('channel_not_available', 'This installation does not send on the channel');
export const message_type_unsupported = () =>
  invalid('message_type_unsupported', 'The message type is not supported');

declare module '#shared/platform/core/errors.ts' {
  interface DeclaredErrors {
    readonly messaging: typeof import('#shared/messaging/errors.ts');
  }
}
