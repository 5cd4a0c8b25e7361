import { globSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import * as v from 'valibot';
import { changesSchema, deriveEvent, gatewayEventSchema } from './derive-event.ts';
import { ACCOUNT_GIVENS } from './sample-accounts.ts';
import { BLOCK_GIVENS } from './sample-blocks.ts';
import { BROADCAST_GIVENS } from './sample-broadcasts.ts';
import { CONNECTION_GIVENS } from './sample-connections.ts';
import { CONTACT_GIVENS } from './sample-contacts.ts';
import { CONVERSATION_GIVENS } from './sample-conversations.ts';
import { DOMAIN_GIVENS } from './sample-domains.ts';
import { IMPORT_GIVENS } from './sample-imports.ts';
import { MEDIA_GIVENS } from './sample-media.ts';
import { NUMBER_GIVENS } from './sample-numbers.ts';
import { PAGE_GIVENS } from './sample-pages.ts';
import { RECORD_GIVEN } from './sample-records.ts';
import { SCHEDULE_GIVENS } from './sample-schedules.ts';
import { WORKSPACE_GIVENS } from './sample-workspaces.ts';

/** Resources that a sample may need: an endpoint in some state, with or without a delivery or a recovery. */
const GIVEN = [
  'endpoint',
  'enabled-endpoint',
  'recovering-endpoint',
  'rotating-endpoint',
  'asymmetric-endpoint',
  'delivery',
  'paused-with-delivery',
  'unsubscribed-with-delivery',
  'expired-delivery',
  'suspended-with-delivery',
  'narrow-key',
  'full-workspace',
  'used-up-quotas',
  'notification-target',
  'rotating-notification-target',
  'mail-target',
  'patient-mail-target',
  'recovery',
  ...DOMAIN_GIVENS,
  ...PAGE_GIVENS,
  ...BLOCK_GIVENS,
  ...BROADCAST_GIVENS,
  ...CONTACT_GIVENS,
  ...CONVERSATION_GIVENS,
  ...NUMBER_GIVENS,
  RECORD_GIVEN,
  ...IMPORT_GIVENS,
  ...WORKSPACE_GIVENS,
  ...SCHEDULE_GIVENS,
  ...MEDIA_GIVENS,
  ...ACCOUNT_GIVENS,
  ...CONNECTION_GIVENS,
] as const;

const outcomeSchema = v.union([
  v.strictObject({ status: v.number(), code: v.optional(v.string()) }),
  v.strictObject({ failures: v.number() }),
]);

/** The `samples.json` of one folder. A sample that extends no other one is the event in `<name>.json`. */
const samplesSchema = v.strictObject({
  kind: v.picklist(['http', 'stream', 'queue', 'schedule']),
  samples: v.array(
    v.strictObject({
      name: v.string(),
      about: v.string(),
      /** What must exist before the sample runs. */
      given: v.optional(v.picklist(GIVEN)),
      outcome: outcomeSchema,
      extends: v.optional(v.string()),
      ...changesSchema.entries,
    }),
  ),
});

type SamplesFile = v.InferOutput<typeof samplesSchema>;

export type Sample = Pick<SamplesFile, 'kind'> &
  Pick<SamplesFile['samples'][number], 'name' | 'about' | 'given' | 'outcome'> & {
    /** The product and the function, by the names of the folders. */
    readonly product: string;
    readonly function: string;
    /** The event with `{{placeholders}}`. */
    readonly event: unknown;
  };

const EVENTS = fileURLToPath(new URL('../../../events/', import.meta.url));

/** The samples of every function, in the order of their files (see `events/README.md`). */
export async function readSamples(): Promise<Sample[]> {
  const files = globSync('**/samples.json', { cwd: EVENTS }).toSorted();
  const samples = await Promise.all(files.map((file) => readFolder(dirname(join(EVENTS, file)))));
  return samples.flat();
}

async function readFolder(folder: string): Promise<Sample[]> {
  const { kind, samples } = v.parse(samplesSchema, await readJson(join(folder, 'samples.json')));
  return Promise.all(
    samples.map(async ({ name, about, given, outcome, extends: base, ...changes }) => ({
      product: basename(dirname(folder)),
      function: basename(folder),
      kind,
      name,
      about,
      given,
      outcome,
      event:
        base === undefined
          ? await readJson(join(folder, `${name}.json`))
          : deriveEvent(v.parse(gatewayEventSchema, await readJson(join(folder, base))), changes),
    })),
  );
}

async function readJson(file: string): Promise<unknown> {
  return JSON.parse(await readFile(file, 'utf8'));
}

/** Fills in the `{{placeholders}}` of a sample. @throws Error for a placeholder without a value */
export function fillSampleEvent(
  { function: operation, name, event }: Pick<Sample, 'function' | 'name' | 'event'>,
  values: Readonly<Record<string, string>>,
): unknown {
  return fillIn(event, values, `${operation}/${name}`);
}

function fillIn(value: unknown, values: Readonly<Record<string, string>>, sample: string): unknown {
  if (typeof value === 'string') {
    return value.replaceAll(/\{\{(\w+)\}\}/gu, (_, name: string) => {
      const filled = values[name];
      if (filled === undefined) throw new Error(`${sample} needs a value for {{${name}}}`);
      return filled;
    });
  }
  if (Array.isArray(value)) return value.map((item) => fillIn(item, values, sample));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, member]) => [key, fillIn(member, values, sample)]),
  );
}
