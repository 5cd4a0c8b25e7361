import { randomUUID } from 'node:crypto';
import * as v from 'valibot';
import { openRawTables } from '#scripts/lib/stack/raw-tables.ts';
import type { Running } from '#scripts/lib/stack/running.ts';
import { sendRequest } from './send-request.ts';

/** Domains and pixels that a sample may need. */
export const DOMAIN_GIVENS = ['domain', 'verified-domain', 'domain-in-use', 'pixel'] as const;

type DomainGiven = (typeof DOMAIN_GIVENS)[number];

const responseSchema = v.object({ data: v.object({ id: v.string() }) });

export function isDomainGiven(given: string): given is DomainGiven {
  return DOMAIN_GIVENS.some((each) => each === given);
}

/** Creates a domain or pixel through the API; returns the values of its placeholders. */
export async function prepareDomainGiven(
  running: Running,
  given: DomainGiven,
): Promise<Record<string, string>> {
  if (given === 'pixel') {
    const pixelId = await create('pixels', { provider: 'google', tag_id: 'G-ABC1234567', name: 'Sample' });
    return { pixelId };
  }
  const domainHost = `sample-${randomUUID()}.example.com`;
  const domainId = await create('domains', { host: domainHost });
  if (given === 'domain') return { domainId, domainHost };
  await provide(domainId, domainHost);
  if (given === 'domain-in-use') {
    await create('pages', { title: 'Sample', slug: `sample-${randomUUID()}`, domain: domainId });
  }
  return { domainId, domainHost };

  async function create(what: string, body: unknown): Promise<string> {
    const path = `/api/v1/biolinks/${what}`;
    return v.parse(responseSchema, await sendRequest(running, 'POST', path, body)).data.id;
  }

  /** Verifies a domain in the table, because nobody can publish a TXT record for a sample. */
  async function provide(id: string, host: string): Promise<void> {
    const tables = openRawTables(running);
    const verified = { state: 'verified', verifiedAt: Date.now() };
    await tables.rewrite((item) => (item['sk'] === `DOM#${id}` ? { ...item, ...verified } : undefined));
    await tables.rewrite((item) =>
      item['sk'] === `HOST#${host}`
        ? { pk: `H#${host}`, sk: 'H', host, domainId: id, workspaceId: running.workspaceId }
        : undefined,
    );
    tables.close();
  }
}
