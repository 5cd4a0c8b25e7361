import * as v from 'valibot';
import { openRawTables } from '#scripts/lib/stack/raw-tables.ts';
import type { Running } from '#scripts/lib/stack/running.ts';
import { sendRequest } from './send-request.ts';

/** Accounts and tags that a sample may need. */
export const ACCOUNT_GIVENS = ['account', 'unauthorised-account', 'tag'] as const;

type AccountGiven = (typeof ACCOUNT_GIVENS)[number];

const responseSchema = v.object({ data: v.object({ uuid: v.string() }) });

export function isAccountGiven(given: string): given is AccountGiven {
  return ACCOUNT_GIVENS.some((each) => each === given);
}

/** Creates an account or tag through the API; returns the values of its placeholders. */
export async function prepareAccountGiven(
  running: Running,
  given: AccountGiven,
): Promise<Record<string, string>> {
  if (given === 'tag') return { tagUuid: await create('tags', { name: 'Sample' }) };
  const accountUuid = await create('accounts', { provider: 'sandbox', name: 'Sample', credentials: {} });
  if (given === 'unauthorised-account') {
    const tables = openRawTables(running);
    await tables.rewrite((item) =>
      item['uuid'] === accountUuid && item['resource'] === 'account'
        ? { ...item, status: 'needs_reauth' }
        : undefined,
    );
    tables.close();
  }
  return { accountUuid };

  async function create(what: string, body: unknown): Promise<string> {
    const path = `/os/api/${running.workspaceId}/${what}`;
    return v.parse(responseSchema, await sendRequest(running, 'POST', path, body)).data.uuid;
  }
}
