import type { RecordType } from '#shared/events/catalogue/record-type.ts';
import * as eventsErrors from '#shared/events/errors.ts';
import type { MissingResource } from '#shared/platform/core/error-kind.ts';
import type { ErrorCode } from '#shared/platform/core/errors.ts';

/** The error of a record that does not exist, by its type. */
export const MISSING_RECORDS: Readonly<Record<RecordType, MissingResource<ErrorCode>>> = {
  contact: eventsErrors.contact_not_found,
  conversation: eventsErrors.conversation_not_found,
  message: eventsErrors.message_not_found,
  broadcast: eventsErrors.broadcast_not_found,
  automation: eventsErrors.automation_not_found,
  payment: eventsErrors.payment_not_found,
  booking: eventsErrors.booking_not_found,
  order: eventsErrors.order_not_found,
};
