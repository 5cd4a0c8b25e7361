import { randomInt } from 'node:crypto';
import { createHandler as createCreateApiKeyHandler } from '#functions/workspaces/create-api-key/handler.ts';
import { operation as createApiKey } from '#functions/workspaces/create-api-key/operation.ts';
import { createHandler as createCreateMemberHandler } from '#functions/workspaces/create-member/handler.ts';
import { operation as createMember } from '#functions/workspaces/create-member/operation.ts';
import { createHandler as createDeleteApiKeyHandler } from '#functions/workspaces/delete-api-key/handler.ts';
import { operation as deleteApiKey } from '#functions/workspaces/delete-api-key/operation.ts';
import { createHandler as createDeleteMemberHandler } from '#functions/workspaces/delete-member/handler.ts';
import { operation as deleteMember } from '#functions/workspaces/delete-member/operation.ts';
import { createHandler as createGetApiKeyHandler } from '#functions/workspaces/get-api-key/handler.ts';
import { operation as getApiKey } from '#functions/workspaces/get-api-key/operation.ts';
import { createHandler as createGetWorkspaceHandler } from '#functions/workspaces/get-workspace/handler.ts';
import { operation as getWorkspace } from '#functions/workspaces/get-workspace/operation.ts';
import { createHandler as createListApiKeysHandler } from '#functions/workspaces/list-api-keys/handler.ts';
import { operation as listApiKeys } from '#functions/workspaces/list-api-keys/operation.ts';
import { createHandler as createListAuditEventsHandler } from '#functions/workspaces/list-audit-events/handler.ts';
import { operation as listAuditEvents } from '#functions/workspaces/list-audit-events/operation.ts';
import { createHandler as createListMembersHandler } from '#functions/workspaces/list-members/handler.ts';
import { operation as listMembers } from '#functions/workspaces/list-members/operation.ts';
import { createHandler as createUpdateApiKeyHandler } from '#functions/workspaces/update-api-key/handler.ts';
import { operation as updateApiKey } from '#functions/workspaces/update-api-key/operation.ts';
import { createHandler as createUpdateMemberHandler } from '#functions/workspaces/update-member/handler.ts';
import { operation as updateMember } from '#functions/workspaces/update-member/operation.ts';
import { createHandler as createUpdateWorkspaceHandler } from '#functions/workspaces/update-workspace/handler.ts';
import { operation as updateWorkspace } from '#functions/workspaces/update-workspace/operation.ts';
import type { SecretBox } from '#shared/platform/core/secret-box.ts';
import { httpFunction, type HttpServices } from '#shared/platform/http/http-function.ts';
import { generateApiKey } from '#shared/platform/runtime/api-key.ts';
import type { MemoryBench } from '#test/support/fixtures/platform/platform-fixture.ts';

type Parts = {
  readonly bench: MemoryBench;
  readonly services: HttpServices;
  readonly secrets: SecretBox;
};

/** Administration of the workspace over memory fakes. */
export function workspaceFunctions({ bench, services, secrets }: Parts) {
  const { workspaces, members, managedKeys: keys, responses } = bench;
  const deps = { workspaces, members, keys };
  const generateKey = () => generateApiKey((below) => randomInt(below));
  return {
    'get-workspace': httpFunction(getWorkspace, createGetWorkspaceHandler(deps), services),
    'update-workspace': httpFunction(updateWorkspace, createUpdateWorkspaceHandler(deps), services),
    'list-members': httpFunction(listMembers, createListMembersHandler(deps), services),
    'create-member': httpFunction(createMember, createCreateMemberHandler(deps), {
      ...services,
      idempotency: { store: responses },
    }),
    'update-member': httpFunction(updateMember, createUpdateMemberHandler(deps), services),
    'delete-member': httpFunction(deleteMember, createDeleteMemberHandler(deps), services),
    'create-api-key': httpFunction(createApiKey, createCreateApiKeyHandler({ ...deps, generateKey }), {
      ...services,
      idempotency: { store: responses, secrets },
    }),
    'list-api-keys': httpFunction(listApiKeys, createListApiKeysHandler(deps), services),
    'get-api-key': httpFunction(getApiKey, createGetApiKeyHandler(deps), services),
    'update-api-key': httpFunction(updateApiKey, createUpdateApiKeyHandler(deps), services),
    'list-audit-events': httpFunction(listAuditEvents, createListAuditEventsHandler(bench), services),
    'delete-api-key': httpFunction(deleteApiKey, createDeleteApiKeyHandler(deps), services),
  };
}
