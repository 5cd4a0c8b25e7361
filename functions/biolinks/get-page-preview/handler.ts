import type { PagePreviewReader } from '#shared/biolinks/ports/page-preview-store.ts';
import type { PageReader } from '#shared/biolinks/ports/page-store.ts';
import { visiblePage } from '#shared/biolinks/render/page-document.ts';
import { ownHostCheck } from '#shared/biolinks/render/page-finder.ts';
import { documentResponse } from '#shared/biolinks/render/page-response.ts';
import { errorPage } from '#shared/biolinks/render/visitor-responses.ts';
import type { OperationHandler } from '#shared/platform/http/operation.ts';
import { hashLinkSecret } from '#shared/platform/runtime/link-secret.ts';
import type { operation } from './operation.ts';

type Dependencies = {
  readonly previews: PagePreviewReader;
  readonly pages: Pick<PageReader, 'find'>;
  /** Scheme and host of the default domain. */
  readonly origin: string;
  readonly apiHosts: readonly string[];
  /** The origins that may show the console in a frame. */
  readonly frameOrigins: readonly string[];
};

/**
 * Returns a preview (docs/specification/biolinks.md#previews-of-pages). A connected domain shows no previews. Otherwise, a member
 * could show a text on that domain without publishing it.
 */
export function createHandler(deps: Dependencies): OperationHandler<typeof operation> {
  const { previews, pages, origin, frameOrigins } = deps;
  const isOwnHost = ownHostCheck(deps);

  return {
    async handle({ event, params, now, hosts }) {
      const acceptEncoding = event.headers['accept-encoding'];
      const isHere = isOwnHost(event.requestContext.domainName);
      const preview = isHere ? await previews.find(hashLinkSecret(params.token), now) : undefined;
      const visitor = { isHttps: origin.startsWith('https:'), acceptEncoding };
      if (preview?.page.slug !== params.slug) return errorPage(404, visitor);
      const saved = await pages.find(preview.page.workspaceId, preview.page.id);
      // The preview of a deleted page ends with the page, and that of a disabled page is not shown either.
      if (!saved) return errorPage(404, visitor);
      if (saved.disabled) return errorPage(410, visitor);
      const { page, blocks } = preview;
      const view = { page, blocks, pixels: [], consent: 'not-asked', origin, now } as const;
      // `frame-ancestors` must list every page around the preview: the console, and the pages around the console.
      const previewedBy = [...hosts.apiOrigins.filter(isInPolicies), ...frameOrigins];
      return documentResponse(200, await visiblePage({ ...view, previewedBy }), acceptEncoding);
    },
  };
}

/** A content security policy knows no IPv6 addresses. */
function isInPolicies(origin: string): boolean {
  return !origin.includes('[');
}
