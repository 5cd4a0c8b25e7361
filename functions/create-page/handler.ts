import { InvalidContentError } from '#shared/domain/errors.ts';
import { newPage } from '#shared/domain/pages/page-edit.ts';
import type { PagePassword } from '#shared/domain/pages/page.ts';
import { DEFAULT_THEME } from '#shared/domain/pages/themes/theme-catalogue.ts';
import type { PageStore } from '#shared/domain/ports/page-store.ts';
import type { OperationHandler } from '#shared/http/handler.ts';
import { type ReferenceStores, resolveReferences } from '#shared/http/pages/page-references.ts';
import { pageAnswer } from '#shared/http/pages/page-view.ts';
import { toPageEdit } from '#shared/http/pages/to-page-edit.ts';
import { newId } from '#shared/runtime/ids.ts';
import type { operation } from './operation.ts';

type Dependencies = ReferenceStores & {
  readonly pages: Pick<PageStore, 'create'>;
  readonly hashPassword: (password: string) => Promise<PagePassword>;
  /** Scheme and host of the default domain. */
  readonly origin: string;
};

/** Creates a page: a draft, so that nobody sees it before somebody who may publish says so. */
export function createCreatePageHandler(deps: Dependencies): OperationHandler<typeof operation> {
  return {
    async handle({ principal: { workspaceId }, body, now, baseUrl, command }) {
      const { place, findings } = await resolveReferences(deps, workspaceId, body);
      if (findings.length > 0) throw new InvalidContentError(findings);

      const sent = body.settings?.protection?.password;
      const password = sent === undefined ? undefined : await deps.hashPassword(sent);
      const identity = { id: newId(now), workspaceId, slug: body.slug, theme: DEFAULT_THEME.id };
      const page = newPage(identity, toPageEdit(body, place, password), now);
      const shown = pageAnswer(201, page, deps.origin);
      const location = `${baseUrl}/api/v1/biolinks/pages/${page.id}`;
      const answer = { ...shown, headers: { Location: location, ...shown.headers } };
      await deps.pages.create(page, await command(answer));
      return answer;
    },
  };
}
