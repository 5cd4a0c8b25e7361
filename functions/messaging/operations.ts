import type { Operation } from '#shared/platform/http/operation.ts';
import { operation as assignConversation } from './assign-conversation/operation.ts';
import { operation as claimMessage } from './claim-message/operation.ts';
import { operation as closeConversation } from './close-conversation/operation.ts';
import { operation as connectPhoneNumber } from './connect-phone-number/operation.ts';
import { operation as createContactImport } from './create-contact-import/operation.ts';
import { operation as createContact } from './create-contact/operation.ts';
import { operation as createConversation } from './create-conversation/operation.ts';
import { operation as deleteContact } from './delete-contact/operation.ts';
import { operation as disconnectPhoneNumber } from './disconnect-phone-number/operation.ts';
import { operation as getAutomation } from './get-automation/operation.ts';
import { operation as getBooking } from './get-booking/operation.ts';
import { operation as getContactImport } from './get-contact-import/operation.ts';
import { operation as getContact } from './get-contact/operation.ts';
import { operation as getConversation } from './get-conversation/operation.ts';
import { operation as getMessage } from './get-message/operation.ts';
import { operation as getOrder } from './get-order/operation.ts';
import { operation as getPayment } from './get-payment/operation.ts';
import { operation as getPhoneNumber } from './get-phone-number/operation.ts';
import { operation as listAutomations } from './list-automations/operation.ts';
import { operation as listBookings } from './list-bookings/operation.ts';
import { operation as listContacts } from './list-contacts/operation.ts';
import { operation as listConversationMessages } from './list-conversation-messages/operation.ts';
import { operation as listConversations } from './list-conversations/operation.ts';
import { operation as listMessageTemplates } from './list-message-templates/operation.ts';
import { operation as listMessages } from './list-messages/operation.ts';
import { operation as listOrders } from './list-orders/operation.ts';
import { operation as listPayments } from './list-payments/operation.ts';
import { operation as listPhoneNumbers } from './list-phone-numbers/operation.ts';
import { operation as receiveMessage } from './receive-message/operation.ts';
import { operation as reopenConversation } from './reopen-conversation/operation.ts';
import { operation as reportMessage } from './report-message/operation.ts';
import { operation as sendMessage } from './send-message/operation.ts';
import { operation as startContactImport } from './start-contact-import/operation.ts';
import { operation as updateContact } from './update-contact/operation.ts';
import { operation as verifyPhoneNumber } from './verify-phone-number/operation.ts';

export const MESSAGING_OPERATIONS: readonly Operation[] = [
  createContact,
  listContacts,
  getContact,
  updateContact,
  deleteContact,
  createConversation,
  listConversations,
  getConversation,
  assignConversation,
  closeConversation,
  reopenConversation,
  sendMessage,
  listConversationMessages,
  listMessages,
  getMessage,
  claimMessage,
  reportMessage,
  receiveMessage,
  getAutomation,
  listAutomations,
  getPayment,
  listPayments,
  getBooking,
  listBookings,
  getOrder,
  listOrders,
  connectPhoneNumber,
  verifyPhoneNumber,
  listPhoneNumbers,
  getPhoneNumber,
  disconnectPhoneNumber,
  listMessageTemplates,
  createContactImport,
  startContactImport,
  getContactImport,
];
