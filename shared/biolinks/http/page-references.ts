import { DEFAULT_DOMAIN, type DomainReference } from '#shared/biolinks/domain/page-edit.ts';
import { DEFAULT_DOMAIN_ID } from '#shared/biolinks/domain/page.ts';
import * as biolinksErrors from '#shared/biolinks/errors.ts';
import type { PageDomainReader } from '#shared/biolinks/ports/page-domain-store.ts';
import type { PixelReader } from '#shared/biolinks/ports/pixel-store.ts';
import { FONT_IDS, THEME_IDS } from '#shared/biolinks/themes/theme-catalogue.ts';
import type { ErrorKind } from '#shared/platform/core/error-kind.ts';
import type { ValidationIssue } from '#shared/platform/core/errors.ts';
import type { PageBody } from './page-body.ts';

/** Where a request has the fields of a page, and the pixels that the page already has. */
type Place = { readonly pointer?: string; readonly assigned?: readonly string[] };

export type ReferenceStores = {
  readonly domains: Pick<PageDomainReader, 'find'>;
  readonly pixels: Pick<PixelReader, 'findAll'>;
};

/**
 * Resolves the domain of a body, and returns an issue for every reference that does not exist in the workspace. Pixels that
 * the page already has are accepted even if they were deleted, so that a client can send back what it read.
 */
export async function resolveReferences(
  { domains, pixels }: ReferenceStores,
  workspaceId: string,
  body: PageBody,
  { pointer = '#', assigned = [] }: Place = {},
): Promise<{ domain: DomainReference | undefined; issues: ValidationIssue[] }> {
  const [domain, missing] = await Promise.all([
    findDomain(domains, workspaceId, body.domain),
    missingPixels(pixels, workspaceId, body.settings?.pixels ?? [], { pointer, assigned }),
  ]);
  const issues = [
    ...(domain === 'none' ? [domainNotConnected(pointer)] : []),
    ...unknownId(`${pointer}/theme`, biolinksErrors.theme_unknown, body.theme, THEME_IDS),
    ...unknownId(
      `${pointer}/appearance/font_override`,
      biolinksErrors.font_unknown,
      body.appearance?.font_override,
      FONT_IDS,
    ),
    ...missing,
  ];
  return { domain: domain === 'none' ? undefined : domain, issues };
}

function domainNotConnected(pointer: string): ValidationIssue {
  return {
    pointer: `${pointer}/domain`,
    ...biolinksErrors.domain_not_connected(),
    detail:
      'The workspace has no verified domain with this ID. Use the ID of a verified domain from listDomains, or null for the default domain.',
  };
}

async function findDomain(
  domains: ReferenceStores['domains'],
  workspaceId: string,
  id: string | null | undefined,
): Promise<DomainReference | 'none' | undefined> {
  if (id === undefined) return undefined;
  if (id === null || id === '' || id === DEFAULT_DOMAIN_ID) return DEFAULT_DOMAIN;
  const domain = await domains.find(workspaceId, id);
  return domain?.state === 'verified' ? { domainId: domain.id, customHost: domain.host } : 'none';
}

async function missingPixels(
  pixels: ReferenceStores['pixels'],
  workspaceId: string,
  ids: readonly string[],
  { pointer, assigned }: Required<Place>,
): Promise<ValidationIssue[]> {
  const added = [...new Set(ids)].filter((id) => !assigned.includes(id));
  if (added.length === 0) return [];
  const known = new Set([...assigned, ...(await pixels.findAll(workspaceId, added)).map(({ id }) => id)]);
  return ids.flatMap((id, index) =>
    known.has(id)
      ? []
      : [
          {
            pointer: `${pointer}/settings/pixels/${index}`,
            ...biolinksErrors.pixel_not_found(),
            detail:
              'The workspace has no pixel with this ID. Use the ID of a pixel from listPixels, or leave the pixel out.',
          },
        ],
  );
}

function unknownId(
  pointer: string,
  error: ErrorKind<'theme_unknown' | 'font_unknown'>,
  id: string | null | undefined,
  allowed: readonly string[],
): ValidationIssue[] {
  if (id === null || id === undefined || allowed.includes(id)) return [];
  return [{ pointer, ...error(), detail: `Use one of ${allowed.join(', ')}.`, allowed }];
}
