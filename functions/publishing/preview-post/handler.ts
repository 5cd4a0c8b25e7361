import { ValidationError } from '#shared/platform/core/errors.ts';
import type { OperationHandler } from '#shared/platform/http/operation.ts';
import type { WorkspaceReader } from '#shared/platform/identity/workspace-store.ts';
import { previewPost } from '#shared/publishing/domain/post-preview.ts';
import { MAX_WARNINGS, toWarning } from '#shared/publishing/domain/post-warnings.ts';
import { scheduleIssues } from '#shared/publishing/domain/schedule-conditions.ts';
import { toPostBody } from '#shared/publishing/http/post-body.ts';
import { accountPreviewView } from '#shared/publishing/http/post-preview-view.ts';
import {
  readPostTime,
  type ReferenceStores,
  resolveReferences,
} from '#shared/publishing/http/post-references.ts';
import type { operation } from './operation.ts';

type Dependencies = ReferenceStores & { readonly workspaces: Pick<WorkspaceReader, 'find'> };

/** Shows what would be published, and why scheduling would fail. It applies the rules that scheduling applies, and writes nothing. */
export function createHandler(deps: Dependencies): OperationHandler<typeof operation> {
  return {
    async handle({ principal: { workspaceId }, body: sent, now }) {
      const body = toPostBody(sent);
      const [{ accounts, media, issues }, time] = await Promise.all([
        resolveReferences(deps, workspaceId, sent),
        readPostTime(deps.workspaces, workspaceId, body),
      ]);
      if (issues.length > 0) throw new ValidationError(issues);

      const warnings = scheduleIssues({ ...body, ...time, retryAccounts: null }, accounts, media, now);
      const data = {
        accounts: previewPost(body, accounts).map(accountPreviewView),
        warnings: warnings.slice(0, MAX_WARNINGS).map(toWarning),
        warnings_total: warnings.length,
      };
      return { status: 200, body: { data } };
    },
  };
}
