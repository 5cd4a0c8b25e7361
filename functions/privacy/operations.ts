import type { Operation } from '#shared/platform/http/operation.ts';
import { operation as createContactExport } from './create-contact-export/operation.ts';
import { operation as createExport } from './create-export/operation.ts';
import { operation as eraseContact } from './erase-contact/operation.ts';
import { operation as getContactExport } from './get-contact-export/operation.ts';
import { operation as getExport } from './get-export/operation.ts';
import { operation as listExportMedia } from './list-export-media/operation.ts';

export const PRIVACY_OPERATIONS: readonly Operation[] = [
  eraseContact,
  createExport,
  getExport,
  listExportMedia,
  createContactExport,
  getContactExport,
];
