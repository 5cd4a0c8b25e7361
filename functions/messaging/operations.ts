import type { Operation } from '#shared/platform/http/operation.ts';
import { operation as createContact } from './create-contact/operation.ts';
import { operation as deleteContact } from './delete-contact/operation.ts';
import { operation as getContact } from './get-contact/operation.ts';
import { operation as listContacts } from './list-contacts/operation.ts';
import { operation as updateContact } from './update-contact/operation.ts';

export const MESSAGING_OPERATIONS: readonly Operation[] = [
  createContact,
  listContacts,
  getContact,
  updateContact,
  deleteContact,
];
