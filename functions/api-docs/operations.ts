import type { Operation } from '#shared/platform/http/operation.ts';
import { operation as getDocument } from './get-document/operation.ts';

export const API_DOCS_OPERATIONS: readonly Operation[] = [getDocument];
