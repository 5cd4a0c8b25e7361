import type { Operation } from '#shared/platform/http/operation.ts';
import { operation as createContact } from './create-contact/operation.ts';
import { operation as deleteContact } from './delete-contact/operation.ts';
import { operation as getAutomation } from './get-automation/operation.ts';
import { operation as getBooking } from './get-booking/operation.ts';
import { operation as getContact } from './get-contact/operation.ts';
import { operation as getConversation } from './get-conversation/operation.ts';
import { operation as getMessage } from './get-message/operation.ts';
import { operation as getOrder } from './get-order/operation.ts';
import { operation as getPayment } from './get-payment/operation.ts';
import { operation as listAutomations } from './list-automations/operation.ts';
import { operation as listBookings } from './list-bookings/operation.ts';
import { operation as listContacts } from './list-contacts/operation.ts';
import { operation as listConversations } from './list-conversations/operation.ts';
import { operation as listMessages } from './list-messages/operation.ts';
import { operation as listOrders } from './list-orders/operation.ts';
import { operation as listPayments } from './list-payments/operation.ts';
import { operation as updateContact } from './update-contact/operation.ts';

export const MESSAGING_OPERATIONS: readonly Operation[] = [
  createContact,
  listContacts,
  getContact,
  updateContact,
  deleteContact,
  getConversation,
  listConversations,
  getMessage,
  listMessages,
  getAutomation,
  listAutomations,
  getPayment,
  listPayments,
  getBooking,
  listBookings,
  getOrder,
  listOrders,
];
