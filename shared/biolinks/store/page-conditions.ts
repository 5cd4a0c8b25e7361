import type { PageStatus } from '#shared/biolinks/domain/page.ts';
import * as biolinksErrors from '#shared/biolinks/errors.ts';
import { ValidationError } from '#shared/platform/core/errors.ts';
import type { Condition } from '#shared/platform/store/write.ts';

/** The page exists and is not published. */
export const notActive: Condition = {
  expression: 'attribute_exists(pk) AND #status <> :active',
  names: { '#status': 'status' },
  values: { ':active': 'active' satisfies PageStatus },
};

/** The slug belongs to this page. Slugs change only together with their page, so this fails only if the page changed too. */
export function ownedBy(pageId: string): Condition {
  return { expression: 'pageId = :page', values: { ':page': pageId } };
}

/** The workspace has verified the domain. */
export const isConnected: Condition = {
  expression: 'attribute_exists(pk) AND #state = :verified',
  names: { '#state': 'state' },
  values: { ':verified': 'verified' },
  onFailure: () =>
    new ValidationError([
      {
        pointer: '#/domain',
        ...biolinksErrors.domain_not_connected(),
        detail:
          'The workspace has no verified domain with this ID. Use the ID of a verified domain from listDomains, or null for the default domain.',
      },
    ]),
};
