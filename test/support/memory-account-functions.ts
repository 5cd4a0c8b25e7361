import { createConnectAccountHandler } from '#functions/connect-account/handler.ts';
import { operation as connectAccount } from '#functions/connect-account/operation.ts';
import { createCreateTagHandler } from '#functions/create-tag/handler.ts';
import { operation as createTag } from '#functions/create-tag/operation.ts';
import { createDeleteTagHandler } from '#functions/delete-tag/handler.ts';
import { operation as deleteTag } from '#functions/delete-tag/operation.ts';
import { createDisconnectAccountHandler } from '#functions/disconnect-account/handler.ts';
import { operation as disconnectAccount } from '#functions/disconnect-account/operation.ts';
import { createGetAccountHandler } from '#functions/get-account/handler.ts';
import { operation as getAccount } from '#functions/get-account/operation.ts';
import { createGetTagHandler } from '#functions/get-tag/handler.ts';
import { operation as getTag } from '#functions/get-tag/operation.ts';
import { createListAccountsHandler } from '#functions/list-accounts/handler.ts';
import { operation as listAccounts } from '#functions/list-accounts/operation.ts';
import { createListTagsHandler } from '#functions/list-tags/handler.ts';
import { operation as listTags } from '#functions/list-tags/operation.ts';
import { createUpdateAccountHandler } from '#functions/update-account/handler.ts';
import { operation as updateAccount } from '#functions/update-account/operation.ts';
import { createUpdateTagHandler } from '#functions/update-tag/handler.ts';
import { operation as updateTag } from '#functions/update-tag/operation.ts';
import type { SecretBox } from '#shared/domain/ports/secret-box.ts';
import type { TargetGuard } from '#shared/domain/ports/target-guard.ts';
import type { Networks } from '#shared/http/accounts/verify-credentials.ts';
import { httpFunction, type HttpServices } from '#shared/http/http-function.ts';
import type { PlatformBench } from './platform-bench.ts';

type Parts = {
  readonly bench: Pick<PlatformBench, 'accounts' | 'tags' | 'endpoints' | 'answers'>;
  readonly services: HttpServices;
  readonly secrets: SecretBox;
  readonly guard: TargetGuard;
  readonly networks: Networks;
};

/** Social accounts and tags over the stores of a bench. */
export function accountFunctions({ bench, services, ...parts }: Parts) {
  const deps = { ...bench, ...parts };
  const answering = { ...services, memory: { answers: bench.answers } };
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
