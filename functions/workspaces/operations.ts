import type { Operation } from '#shared/platform/http/operation.ts';
import { operation as cancelWorkspaceDeletion } from './cancel-workspace-deletion/operation.ts';
import { operation as createApiKey } from './create-api-key/operation.ts';
import { operation as createConsoleLink } from './create-console-link/operation.ts';
import { operation as createMember } from './create-member/operation.ts';
import { operation as deleteApiKey } from './delete-api-key/operation.ts';
import { operation as deleteMember } from './delete-member/operation.ts';
import { operation as deleteWorkspace } from './delete-workspace/operation.ts';
import { operation as getApiKey } from './get-api-key/operation.ts';
import { operation as getCurrentKey } from './get-current-key/operation.ts';
import { operation as getWorkspace } from './get-workspace/operation.ts';
import { operation as listApiKeys } from './list-api-keys/operation.ts';
import { operation as listAuditEvents } from './list-audit-events/operation.ts';
import { operation as listMembers } from './list-members/operation.ts';
import { operation as updateApiKey } from './update-api-key/operation.ts';
import { operation as updateMember } from './update-member/operation.ts';
import { operation as updateWorkspace } from './update-workspace/operation.ts';

export const WORKSPACES_OPERATIONS: readonly Operation[] = [
  getCurrentKey,
  getWorkspace,
  updateWorkspace,
  deleteWorkspace,
  cancelWorkspaceDeletion,
  listMembers,
  createMember,
  updateMember,
  deleteMember,
  createApiKey,
  createConsoleLink,
  listApiKeys,
  getApiKey,
  updateApiKey,
  deleteApiKey,
  listAuditEvents,
];
