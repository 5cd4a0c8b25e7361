import { newPage } from '#shared/biolinks/domain/page-edit.ts';
import type { PagePassword } from '#shared/biolinks/domain/page.ts';
import { type ReferenceStores, resolveReferences } from '#shared/biolinks/http/page-references.ts';
import { pageResponse, passwordWarnings } from '#shared/biolinks/http/page-view.ts';
import { toPageEdit } from '#shared/biolinks/http/to-page-edit.ts';
import type { PageStore } from '#shared/biolinks/ports/page-store.ts';
import { DEFAULT_THEME } from '#shared/biolinks/themes/theme-catalogue.ts';
import { ValidationError } from '#shared/platform/core/errors.ts';
import type { OperationHandler } from '#shared/platform/http/operation.ts';
import { newId } from '#shared/platform/runtime/ids.ts';
import type { operation } from './operation.ts';

type Dependencies = ReferenceStores & {
  readonly pages: Pick<PageStore, 'create'>;
  readonly hashPassword: (password: string) => Promise<PagePassword>;
  /** Scheme and host of the default domain. */
  readonly origin: string;
};

/** Creates a page as a draft: only a key that may publish can make it visible. */
export function createHandler(deps: Dependencies): OperationHandler<typeof operation> {
  return {
    async handle({ principal: { workspaceId }, body, now, baseUrl, command }) {
      const { domain, issues } = await resolveReferences(deps, workspaceId, body);
      if (issues.length > 0) throw new ValidationError(issues);

      const sent = body.settings?.protection?.password;
      const password = sent === undefined ? undefined : await deps.hashPassword(sent);
      const identity = { id: newId(now), workspaceId, slug: body.slug, theme: DEFAULT_THEME.id };
      const page = newPage(identity, toPageEdit(body, domain, password), now);
      const shown = pageResponse(201, page, deps.origin);
      const location = `${baseUrl}/api/v1/biolinks/pages/${page.id}`;
      const response = {
        ...shown,
        headers: { Location: location, ...shown.headers },
        body: { ...shown.body, warnings: passwordWarnings(sent) },
      };
      await deps.pages.create(page, await command(response));
      return response;
    },
  };
}
