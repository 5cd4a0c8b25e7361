import { readFile } from 'node:fs/promises';
import * as v from 'valibot';
import { ACCOUNT_GIVENS } from './sample-accounts.ts';
import { BLOCK_GIVENS } from './sample-blocks.ts';
import { BROADCAST_GIVENS } from './sample-broadcasts.ts';
import { DOMAIN_GIVENS } from './sample-domains.ts';
import { MEDIA_GIVENS } from './sample-media.ts';
import { PAGE_GIVENS } from './sample-pages.ts';
import { SCHEDULE_GIVENS } from './sample-schedules.ts';
import { WORKSPACE_GIVENS } from './sample-workspaces.ts';

/** What a sample may need: an endpoint in some state, with or without a delivery or a recovery. */
const GIVEN = [
  'endpoint',
  'enabled-endpoint',
  'rotating-endpoint',
  'delivery',
  'paused-with-delivery',
  'unsubscribed-with-delivery',
  'expired-delivery',
  'suspended-with-delivery',
  'narrow-key',
  'full-workspace',
  'recovery',
  ...DOMAIN_GIVENS,
  ...PAGE_GIVENS,
  ...BLOCK_GIVENS,
  ...BROADCAST_GIVENS,
  ...WORKSPACE_GIVENS,
  ...SCHEDULE_GIVENS,
  ...MEDIA_GIVENS,
  ...ACCOUNT_GIVENS,
] as const;

const outcomeSchema = v.union([
  v.strictObject({ status: v.number(), code: v.optional(v.string()) }),
  v.strictObject({ failures: v.number() }),
]);

const manifestSchema = v.strictObject({
  samples: v.array(
    v.strictObject({
      function: v.string(),
      file: v.string(),
      kind: v.picklist(['http', 'stream', 'queue', 'schedule']),
      about: v.string(),
      /** What must exist before the sample makes sense. */
      given: v.optional(v.picklist(GIVEN)),
      outcome: outcomeSchema,
    }),
  ),
});

export type Sample = v.InferOutput<typeof manifestSchema>['samples'][number];

const EVENTS = new URL('../../events/', import.meta.url);

/** The samples of `events/manifest.json`, in its order. */
export async function readSamples(): Promise<Sample[]> {
  const text = await readFile(new URL('manifest.json', EVENTS), 'utf8');
  return v.parse(manifestSchema, JSON.parse(text)).samples;
}

/** A sample's event with `{{placeholders}}` filled in. @throws Error for a placeholder without a value */
export async function readSampleEvent(
  file: string,
  values: Readonly<Record<string, string>>,
): Promise<unknown> {
  const text = await readFile(new URL(file, EVENTS), 'utf8');
  return fillIn(JSON.parse(text), values, file);
}

function fillIn(value: unknown, values: Readonly<Record<string, string>>, file: string): unknown {
  if (typeof value === 'string') {
    return value.replaceAll(/\{\{(\w+)\}\}/gu, (_, name: string) => {
      const filled = values[name];
      if (filled === undefined) throw new Error(`${file} needs a value for {{${name}}}`);
      return filled;
    });
  }
  if (Array.isArray(value)) return value.map((item) => fillIn(item, values, file));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, member]) => [key, fillIn(member, values, file)]),
  );
}
