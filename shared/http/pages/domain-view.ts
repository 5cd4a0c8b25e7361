import * as v from 'valibot';
import { timestamp, uuid } from '#shared/http/view-field.ts';
import { named } from '#shared/http/named-schema.ts';
import { challengeRecord } from '#shared/domain/pages/domain-challenge.ts';
import type { PageDomain } from '#shared/domain/pages/page-domain.ts';
import { DEFAULT_DOMAIN_ID } from '#shared/domain/pages/page.ts';

/** A domain as shown (R32). `verification` is the record to put into the DNS; the default domain needs none. */
export const domainSchema = named(
  'Domain',
  v.object({
    id: uuid,
    host: v.string(),
    is_default: v.boolean(),
    state: v.picklist(['pending', 'verified']),
    verification: v.nullable(v.object({ type: v.literal('TXT'), name: v.string(), value: v.string() })),
    verified_at: v.nullable(timestamp),
    created_at: v.nullable(timestamp),
  }),
);

type DomainView = v.InferInput<typeof domainSchema>;

/** The representation of a connected domain. */
export function domainView(domain: PageDomain): DomainView {
  return {
    id: domain.id,
    host: domain.host,
    is_default: false,
    state: domain.state,
    verification: challengeRecord(domain),
    verified_at: domain.verifiedAt?.toISOString() ?? null,
    created_at: domain.createdAt.toISOString(),
  };
}

/** The representation of the platform's own domain, which every workspace may use (C6). */
export function defaultDomainView(host: string): DomainView {
  return {
    id: DEFAULT_DOMAIN_ID,
    host,
    is_default: true,
    state: 'verified',
    verification: null,
    verified_at: null,
    created_at: null,
  };
}
