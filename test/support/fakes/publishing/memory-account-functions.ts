import { createHandler as createConnectAccountHandler } from '#functions/publishing/connect-account/handler.ts';
import { operation as connectAccount } from '#functions/publishing/connect-account/operation.ts';
import { createHandler as createCreateTagHandler } from '#functions/publishing/create-tag/handler.ts';
import { operation as createTag } from '#functions/publishing/create-tag/operation.ts';
import { createHandler as createDeleteTagHandler } from '#functions/publishing/delete-tag/handler.ts';
import { operation as deleteTag } from '#functions/publishing/delete-tag/operation.ts';
import { createHandler as createDisconnectAccountHandler } from '#functions/publishing/disconnect-account/handler.ts';
import { operation as disconnectAccount } from '#functions/publishing/disconnect-account/operation.ts';
import { createHandler as createGetAccountHandler } from '#functions/publishing/get-account/handler.ts';
import { operation as getAccount } from '#functions/publishing/get-account/operation.ts';
import { createHandler as createGetTagHandler } from '#functions/publishing/get-tag/handler.ts';
import { operation as getTag } from '#functions/publishing/get-tag/operation.ts';
import { createHandler as createListAccountsHandler } from '#functions/publishing/list-accounts/handler.ts';
import { operation as listAccounts } from '#functions/publishing/list-accounts/operation.ts';
import { createHandler as createListTagsHandler } from '#functions/publishing/list-tags/handler.ts';
import { operation as listTags } from '#functions/publishing/list-tags/operation.ts';
import { createHandler as createUpdateAccountHandler } from '#functions/publishing/update-account/handler.ts';
import { operation as updateAccount } from '#functions/publishing/update-account/operation.ts';
import { createHandler as createUpdateTagHandler } from '#functions/publishing/update-tag/handler.ts';
import { operation as updateTag } from '#functions/publishing/update-tag/operation.ts';
import type { SecretBox } from '#shared/platform/core/secret-box.ts';
import type { TargetGuard } from '#shared/platform/core/target-guard.ts';
import { httpFunction, type HttpServices } from '#shared/platform/http/http-function.ts';
import type { Networks } from '#shared/publishing/use-cases/verify-credentials.ts';
import type { PlatformFixture } from '#test/support/fixtures/platform/platform-fixture.ts';

type Parts = {
  readonly bench: Pick<PlatformFixture, 'accounts' | 'tags' | 'endpoints' | 'responses'>;
  readonly services: HttpServices;
  readonly secrets: SecretBox;
  readonly guard: TargetGuard;
  readonly networks: Networks;
};

/** Social accounts and tags over the stores of a bench. */
export function accountFunctions({ bench, services, ...parts }: Parts) {
  const deps = { ...bench, ...parts };
  const answering = { ...services, idempotency: { store: bench.responses } };
  return {
    'list-accounts': httpFunction(listAccounts, createListAccountsHandler(deps), services),
    'connect-account': httpFunction(connectAccount, createConnectAccountHandler(deps), answering),
    'get-account': httpFunction(getAccount, createGetAccountHandler(deps), services),
    'update-account': httpFunction(updateAccount, createUpdateAccountHandler(deps), services),
    'disconnect-account': httpFunction(disconnectAccount, createDisconnectAccountHandler(deps), services),
    'list-tags': httpFunction(listTags, createListTagsHandler(deps), services),
    'create-tag': httpFunction(createTag, createCreateTagHandler(deps), answering),
    'get-tag': httpFunction(getTag, createGetTagHandler(deps), services),
    'update-tag': httpFunction(updateTag, createUpdateTagHandler(deps), services),
    'delete-tag': httpFunction(deleteTag, createDeleteTagHandler(deps), services),
  };
}
