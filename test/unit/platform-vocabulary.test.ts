import { existsSync, globSync, readFileSync } from 'node:fs';
import { basename, dirname } from 'node:path';
import { parseSync, Visitor } from 'oxc-parser';
import { describe, expect, it } from 'vitest';
import { CONSUMERS, OPERATIONS } from '#functions/registry.ts';
import { operationId } from '#shared/api-docs/operation-id.ts';
import { PROBLEMS } from '#shared/api-docs/problems.ts';
import { EVENT_CODES } from '#shared/events/catalogue/event-codes.ts';
import { OWN_PLATFORMS } from '#shared/messaging/domain/message-platform.ts';
import { AUDITED_RESOURCES } from '#shared/platform/core/audit-entry.ts';
import { platformErrors } from '#shared/platform/core/platform-errors.ts';
import { SCHEDULED_RESOURCES } from '#shared/platform/core/scheduled-job.ts';
import { QUOTA_KINDS } from '#shared/platform/core/workspace-quotas.ts';
import { ITEM_ACTIONS } from '#shared/platform/runtime/capabilities.ts';
import type { CapabilityRows } from '#shared/platform/runtime/capability-rows.ts';
import { PROVIDERS } from '#shared/publishing/domain/account.ts';

/** The rows of each product; the rows of the platform are in another file. */
const PRODUCT_ROWS: readonly CapabilityRows[] = await Promise.all(
  globSync('shared/*/capabilities.ts').map(async (path) => {
    const product = basename(dirname(path));
    const [rows]: CapabilityRows[] = Object.values(await import(`#shared/${product}/capabilities.ts`));
    if (rows === undefined) throw new Error(`${path} exports no rows`);
    return rows;
  }),
);

/** The platform may name its own functions. */
const isOfAProduct = ({ name }: { readonly name: string }) => !existsSync(`functions/platform/${name}`);

/**
 * The names that only products may use: of events, of operations and consumers, of the stacks of consumers, and of errors, capabilities and
 * purposes of secrets that a product declares.
 */
const NAMES: ReadonlySet<string> = new Set([
  ...Object.keys(EVENT_CODES),
  ...OPERATIONS.filter(isOfAProduct).flatMap(({ name }) => [name, operationId(name)]),
  ...CONSUMERS.filter(isOfAProduct).map(({ name }) => name),
  ...Object.keys(PROBLEMS).filter((code) => !Object.hasOwn(platformErrors, code)),
  ...PRODUCT_ROWS.flatMap(capabilitiesOf),
]);
/**
 * What is of the platform: workspaces with their members, keys and calendars, the words that every product uses, and words with another
 * meaning: the tags of OpenAPI, the directive `sandbox` of browsers, the job that follows a new time zone, the name of a concurrency, the
 * severity of an alarm, and a kind of host.
 */
const OF_THE_PLATFORM = new Set(
  ['workspace', 'member', 'api_key', 'calendar', 'endpoint', 'event', 'message'].concat([
    'tags',
    'sandbox',
    'recompute',
    'slow',
    'page',
    'pages',
  ]),
);

/** Names that are also plain words. Only a literal or a key that is nothing else names the thing. */
const PLAIN_NAMES: ReadonlySet<string> = new Set(
  [
    ...CONSUMERS.map(({ stack }) => stack),
    ...PRODUCT_ROWS.flatMap(({ queues }) => queues),
    ...PRODUCT_ROWS.flatMap(purposesOf),
    ...PROVIDERS,
    ...OWN_PLATFORMS,
    ...QUOTA_KINDS,
    ...SCHEDULED_RESOURCES,
    ...AUDITED_RESOURCES,
  ].filter((name) => !OF_THE_PLATFORM.has(name)),
);
const PERMISSION = /^(?!workspace:)[a-z]+:[a-z]+:[a-z]+$/u;
const IMPORT_OF_A_PRODUCT = /^#(?:functions|shared\/(?!platform\/))/u;

function capabilitiesOf({ shapes, queues, services }: CapabilityRows): readonly string[] {
  return [
    ...Object.keys(shapes).flatMap((shape) => ITEM_ACTIONS.map(([action]) => `${action}-${shape}`)),
    ...queues.flatMap((queue) => [`send-to-${queue}`, `measure-${queue}`, `schedule-to-${queue}`]),
    ...Object.keys(services),
  ];
}

function purposesOf({ services }: CapabilityRows): readonly string[] {
  return Object.values(services).flatMap(({ grants }) => grants.flatMap(({ purpose }) => purpose ?? []));
}

/** What a file names or imports of a product, outside its comments. */
function ofProducts(path: string, text: string): string[] {
  const found = new Set<string>();
  const look = (word: string, names: ReadonlySet<string> = NAMES) => {
    if (names.has(word) || PERMISSION.test(word)) found.add(word);
  };
  // A sentence of an error can name an operation.
  const lookAt = (literal: string) => {
    if (IMPORT_OF_A_PRODUCT.test(literal)) found.add(literal);
    look(literal, PLAIN_NAMES);
    for (const [word] of literal.matchAll(/\w+(?:[-_:.]\w+)*/gu)) look(word);
  };
  const lookAtKey = ({ key }: { readonly key: { readonly type: string; readonly name?: unknown } }) => {
    if (key.type === 'Identifier') look(String(key.name), PLAIN_NAMES);
  };
  new Visitor({
    Identifier: ({ name }) => look(name),
    Literal: ({ value }) => lookAt(String(value)),
    TemplateElement: ({ value }) => lookAt(value.raw),
    Property: lookAtKey,
    TSPropertySignature: lookAtKey,
  }).visit(parseSync(path, text).program);
  return [...found];
}

/** Files that still list resources of products, as ADR 84 says. Each entry leaves with its list. */
const NOT_MOVED = new Set(
  ['scheduled-job', 'audit-entry', 'stream-filters', 'workspace-quotas'].map(
    (name) => `shared/platform/core/${name}.ts`,
  ),
);

describe('shared/platform', () => {
  const found = new Map(
    globSync('shared/platform/**/*.ts').map((path) => [path, ofProducts(path, readFileSync(path, 'utf8'))]),
  );

  it('neither imports a product nor has a name of one', () => {
    const others = [...found].filter(([path]) => !NOT_MOVED.has(path));

    expect(others.flatMap(([path, words]) => words.map((word) => `${path}: ${word}`))).toEqual([]);
  });

  it.each([...NOT_MOVED])('has %s with names of products, until it moves', (path) => {
    expect(found.get(path)).not.toEqual([]);
  });
});

describe('the search for names of products', () => {
  it.each([
    ['an event', "const name = 'salesbot.message.received';", 'salesbot.message.received'],
    ['an operation', "if (name === 'ingest-event') stop();", 'ingest-event'],
    ['an operation in a sentence', 'const detail = `Use updatePost instead.`;', 'updatePost'],
    ['an operation at the end of a sentence', "const detail = 'Use updatePost.';", 'updatePost'],
    ['an operation before a colon', "const detail = 'updatePost: no such post';", 'updatePost'],
    ['a consumer', "const service = 'deliver-webhook';", 'deliver-webhook'],
    ['a stack', "type Stack = 'visits';", 'visits'],
    ['a queue', "const queue = 'removal';", 'removal'],
    ['a purpose of secrets', "type Purpose = 'visitor-salt';", 'visitor-salt'],
    ['a network', "const provider = 'mastodon';", 'mastodon'],
    ['a platform of messages', "const platform = 'whatsapp';", 'whatsapp'],
    ['a resource with jobs', 'const urls = { post_removal: url };', 'post_removal'],
    ['an audited resource', "const resource = 'block_order';", 'block_order'],
    ['a quota', "const quota = 'phone-numbers';", 'phone-numbers'],
    ['an error', 'const status = errors.slug_taken.status;', 'slug_taken'],
    ['access to items', "const uses = ['query-listed-posts'];", 'query-listed-posts'],
    ['access to a queue', "const uses = ['send-to-delivery'];", 'send-to-delivery'],
    ['another capability', "const uses = ['open-signing-secret'];", 'open-signing-secret'],
    ['a permission', "const needed = ['biolinks:pages:read'];", 'biolinks:pages:read'],
    [
      'an import',
      "import { post } from '#shared/publishing/domain/post.ts';",
      '#shared/publishing/domain/post.ts',
    ],
  ])('finds %s', (_what, text, word) => {
    expect(ofProducts('file.ts', text)).toEqual([word]);
  });

  it('accepts comments, generic errors, and the permissions of the workspace', () => {
    const text =
      "// Like updatePost.\nconst names = ['rate_limited', 'workspace:keys:read', 'event', 'message'];";

    expect(ofProducts('file.ts', text)).toEqual([]);
  });
});
