import { matchesGlob } from 'node:path';
import { describe, expect, it } from 'vitest';
import { checkArchitecture, printViolation } from '#scripts/lib/architecture/check.ts';
import { EXCEPTIONS, LAYERS, PRODUCTS } from '#scripts/lib/architecture/layers.ts';
import { LONGER } from '#scripts/lib/architecture/length-limits.ts';
import { readTree } from '#scripts/lib/architecture/read-tree.ts';
import { AREAS, RESERVED } from '#scripts/lib/architecture/rules.ts';

const tree = readTree();

function check(path: string, text: string): readonly string[] {
  return checkArchitecture({ [path]: text }).map(printViolation);
}

function matchesAny(path: string, globs: readonly string[]): boolean {
  return globs.some((glob) => matchesGlob(path, glob));
}

/** A file with one forbidden import, the imported file and the rule that forbids the import. */
const FORBIDDEN_EDGES: readonly (readonly [path: string, text: string, to: string, rule: string])[] = [
  [
    'shared/publishing/domain/a.ts',
    "import type { Log } from '#shared/platform/runtime/logger.ts';",
    'shared/platform/runtime/logger.ts',
    'the layer domain imports itself, not runtime',
  ],
  [
    'shared/platform/store/a.ts',
    "import { sendAll } from '#shared/platform/queues/send-all.ts';",
    'shared/platform/queues/send-all.ts',
    'the layer store imports itself, domain, runtime, not queues',
  ],
  [
    'shared/webhooks/sending/a.ts',
    "type Request = import('#shared/platform/http/operation.ts').HttpEvent;",
    'shared/platform/http/operation.ts',
    'the layer adapters imports itself, domain, runtime, network, queues, not http',
  ],
  [
    'shared/biolinks/render/a.ts',
    "export { problem } from '#shared/platform/http/problems.ts';",
    'shared/platform/http/problems.ts',
    'the layer render imports itself, domain, runtime, not http',
  ],
  [
    'shared/publishing/networks/a.ts',
    "const { sign } = await import('#shared/webhooks/sending/signature.ts');",
    'shared/webhooks/sending/signature.ts',
    'the product publishing imports itself, platform, events, files, not webhooks',
  ],
  [
    'shared/platform/core/a.ts',
    "import { buildEvent } from '#shared/events/recording/build-event.ts';",
    'shared/events/recording/build-event.ts',
    'the product platform imports itself, not events',
  ],
  [
    'functions/biolinks/get-page/handler.ts',
    "import type { Post } from '#shared/publishing/domain/post.ts';",
    'shared/publishing/domain/post.ts',
    'the product biolinks imports itself, platform, events, not publishing',
  ],
  [
    'shared/platform/http/a.ts',
    "import { OPERATIONS } from '../../../functions/registry.ts';",
    'functions/registry.ts',
    'shared/ imports shared/ only',
  ],
  [
    'packages/lean-aws-client/a.ts',
    "import type { Log } from '#shared/platform/runtime/logger.ts';",
    'shared/platform/runtime/logger.ts',
    'the AWS client stands alone: it imports its own files, the AWS SDK, valibot and Node modules',
  ],
  [
    'shared/webhooks/http/a.ts',
    "import { createDynamoClient } from '#packages/lean-aws-client/aws-clients.ts';",
    'packages/lean-aws-client/aws-clients.ts',
    'the AWS client is used by stores, queues, adapters, the runtime, the entries and index.ts only',
  ],
  [
    'functions/registry.ts',
    "import { problem } from '#shared/platform/http/problems.ts';",
    'shared/platform/http/problems.ts',
    'the registry imports the lists of operations and the consumers only',
  ],
  [
    'functions/registry.ts',
    "import { operation } from './platform/get-health/operation.ts';",
    'functions/platform/get-health/operation.ts',
    'the registry imports the lists of operations and the consumers only',
  ],
  [
    'functions/platform/operations.ts',
    "import { problem } from '#shared/platform/http/problems.ts';",
    'shared/platform/http/problems.ts',
    'a list of operations imports those only',
  ],
  [
    'functions/registry.ts',
    "import { defineOperation } from '#shared/platform/http/operation.ts';",
    'shared/platform/http/operation.ts',
    'the registry imports the lists of operations and the consumers only',
  ],
  [
    'functions/platform/route-not-found/index.ts',
    "import { OPERATIONS } from '#functions/registry.ts';",
    'functions/registry.ts',
    'a function imports shared/, the AWS client and its own folder',
  ],
  [
    'functions/platform/get-health/handler.ts',
    "import { view } from '#functions/webhooks/get-endpoint/view.ts';",
    'functions/webhooks/get-endpoint/view.ts',
    'a function imports shared/, the AWS client and its own folder',
  ],
  [
    'functions/platform/get-health/index.ts',
    "import { OPERATIONS } from '../../registry.ts';",
    'functions/registry.ts',
    'a function imports shared/, the AWS client and its own folder',
  ],
  [
    'infra/a.ts',
    "import { createTable } from '#shared/platform/store/table.ts';",
    'shared/platform/store/table.ts',
    'infra imports the CDK, its own files, its feature flags, the registry, the capabilities, the names of variables, the inputs of schedules, the table definition, the lists of fonts, derived files and metrics, the path of the phone metadata, the form of the recovery key; it references functions by path',
  ],
  [
    'infra/a.ts',
    "import { defineOperation } from '#shared/platform/http/operation.ts';",
    'shared/platform/http/operation.ts',
    'infra imports the CDK, its own files, its feature flags, the registry, the capabilities, the names of variables, the inputs of schedules, the table definition, the lists of fonts, derived files and metrics, the path of the phone metadata, the form of the recovery key; it references functions by path',
  ],
  [
    'local/a.ts',
    "import { composePlatform } from '#infra/platform.ts';",
    'infra/platform.ts',
    'the local stack imports the synthesized template, function entries and shared/',
  ],
  [
    'scripts/a.ts',
    "import { STAGES } from '#infra/platform.ts';",
    'infra/platform.ts',
    'scripts import the local stack, the settings of stages, the bundles, function entries, the registry, the client and shared/',
  ],
  [
    'bench/a.fixture.ts',
    "import { composePlatform } from '#infra/platform.ts';",
    'infra/platform.ts',
    'benchmarks import functions, the local stack, the template and bundles, scripts and shared/',
  ],
  [
    'clients/typescript/a.ts',
    "import type { ErrorCode } from '#shared/platform/core/errors.ts';",
    'shared/platform/core/errors.ts',
    'clients stand alone',
  ],
  [
    'console/a.ts',
    "import type { ErrorCode } from '#shared/platform/core/errors.ts';",
    'shared/platform/core/errors.ts',
    'the console is a client of the API: it imports the client, the rule for its paths, the lengths and limits of texts, the units of time, the webhook guide and packages',
  ],
  [
    'vitest.config.ts',
    "import { readTree } from './scripts/lib/architecture/read-tree.ts';",
    'scripts/lib/architecture/read-tree.ts',
    'tool configuration imports packages only',
  ],
  [
    'local/a.ts',
    "import { waitFor } from '#test/support/fixtures/platform/wait-for.ts';",
    'test/support/fixtures/platform/wait-for.ts',
    'nothing imports test',
  ],
  [
    'shared/platform/http/a.ts',
    "import { SQSClient } from '@aws-sdk/client-sqs';",
    '@aws-sdk/client-sqs',
    'the AWS SDK is used by stores, queues, adapters, the runtime and index.ts only',
  ],
  [
    'functions/platform/get-health/handler.ts',
    "import type { NodeHttpHandler } from '@smithy/node-http-handler';",
    '@smithy/node-http-handler',
    'the AWS SDK is used by stores, queues, adapters, the runtime and index.ts only',
  ],
  [
    'local/a.ts',
    "import { Queue } from 'aws-cdk-lib/aws-sqs';",
    'aws-cdk-lib/aws-sqs',
    'the CDK stays in infra',
  ],
  [
    'shared/platform/http/a.ts',
    "import type middy from '@middy/core';",
    '@middy/core',
    'the two chains alone use middy; a middleware has our own type, which allows no result',
  ],
  [
    'functions/platform/get-health/handler.ts',
    "import { createTable } from '#shared/platform/store/table.ts';",
    'shared/platform/store/table.ts',
    'a handler gets ports; index.ts passes the stores in',
  ],
  [
    'functions/platform/get-health/handler.ts',
    "import { httpEntry } from '#shared/platform/entry/http-entry.ts';",
    'shared/platform/entry/http-entry.ts',
    'index.ts alone imports the entries',
  ],
  [
    'functions/capabilities.ts',
    "import { createTable } from '#shared/platform/store/table.ts';",
    'shared/platform/store/table.ts',
    'the joined capabilities import the rows of the products and the engine only',
  ],
  [
    'functions/biolinks/count-visits/consumer.ts',
    "import { createDynamoVisitCounts } from '#shared/biolinks/store/dynamo-page-day-store.ts';",
    'shared/biolinks/store/dynamo-page-day-store.ts',
    'a consumer is declared without adapters, because infra reads it: it imports the domain, parsers of settings, and valibot',
  ],
  [
    'shared/webhooks/http/a.ts',
    "import { WEBHOOKS_CAPABILITIES } from '#shared/webhooks/capabilities.ts';",
    'shared/webhooks/capabilities.ts',
    'functions/capabilities.ts alone imports the capabilities of products',
  ],
  [
    'shared/webhooks/use-cases/a.ts',
    "import { createHandler } from '#functions/platform/get-health/handler.ts';",
    'functions/platform/get-health/handler.ts',
    'index.ts alone imports handler.ts',
  ],
  [
    'infra/a.ts',
    "import { handler } from '#functions/platform/get-health/index.ts';",
    'functions/platform/get-health/index.ts',
    'nothing that is deployed imports the entry of a function',
  ],
];

describe('architecture', () => {
  it('has no violation', () => {
    expect(checkArchitecture(tree).map(printViolation)).toEqual([]);
  });

  it('has files in every layer and every product', () => {
    const paths = Object.keys(tree);
    const unused = LAYERS.filter(({ files }) => !paths.some((path) => matchesAny(path, files)));
    const empty = Object.keys(PRODUCTS).filter(
      (name) => !paths.some((path) => path.startsWith(`shared/${name}/`)),
    );

    expect([...unused.map(({ name }) => name), ...empty]).toEqual([]);
  });

  it.each(EXCEPTIONS)('needs the exception $from → $to', (exception) => {
    const others = EXCEPTIONS.filter((each) => each !== exception);
    const importing = Object.entries(tree).filter(([path]) => matchesGlob(path, exception.from));

    expect(checkArchitecture(Object.fromEntries(importing), others)).not.toEqual([]);
  });

  it('allows a longer file only where one exists', () => {
    for (const path of Object.keys(LONGER)) expect(tree, path).toHaveProperty([path]);
  });
});

describe('architecture check, planted imports', () => {
  it.each(FORBIDDEN_EDGES)('finds %s: %s', (path, text, to, rule) => {
    const [violation, ...others] = check(path, `export const first = 1;\n${text}\n`);

    expect(violation?.startsWith(`${path}:2 → ${to} (`)).toBe(true);
    expect(violation).toContain(rule);
    expect(others).toEqual([]);
  });

  it('names product and layer of both files, and every rule that forbids the import', () => {
    const text = "import { createEndpointStore } from '#shared/webhooks/store/dynamo-endpoint-store.ts';";

    expect(check('shared/publishing/domain/a.ts', text)).toEqual([
      'shared/publishing/domain/a.ts:1 → shared/webhooks/store/dynamo-endpoint-store.ts (publishing/domain → webhooks/store: ' +
        'the product publishing imports itself, platform, events, files, not webhooks; the layer domain imports itself, not store; ' +
        'a handler gets ports; index.ts passes the stores in)',
    ]);
  });

  it('plants one for every rule of an area and every reserved import', () => {
    const planted = new Set(FORBIDDEN_EDGES.map(([, , , rule]) => rule));
    const rules = [...AREAS, ...RESERVED].map(({ rule }) => rule);

    expect(rules.filter((rule) => !planted.has(rule))).toEqual(['tests import everything']);
  });

  const domainFolders = [
    ...[
      'files',
      'webhooks',
      'publishing',
      'biolinks',
      'broadcasts',
      'messaging',
      'workspaces',
      'privacy',
    ].flatMap((name) => [`shared/${name}/domain`, `shared/${name}/ports`]),
    'shared/events/catalogue',
    'shared/events/ports',
    'shared/events/recording',
    'shared/events/subscriptions',
    'shared/biolinks/themes',
    'shared/platform/core',
    'shared/platform/identity',
  ];

  it.each(domainFolders)('finds an SDK, a Node module, a clock and randomness in %s', (folder) => {
    const path = `${folder}/a.ts`;
    const rule = 'the domain imports no SDK, no clock and no Node module';

    expect(check(path, "import { SQSClient } from '@aws-sdk/client-sqs';")).not.toEqual([]);
    expect(check(path, "import { randomUUID } from 'node:crypto';")).toEqual([
      `${path}:1 → node:crypto (${rule})`,
    ]);
    expect(check(path, 'export const now = () => Date.now();')).not.toEqual([]);
    expect(check(path, 'export const chance = () => Math.random();')).not.toEqual([]);
  });

  it.each([
    ['shared/webhooks/domain/a.ts', "import * as v from 'valibot';"],
    ['shared/platform/store/a.ts', "import { GetItemCommand } from '@aws-sdk/client-dynamodb';"],
    ['shared/biolinks/store/a.ts', "import { GetItemCommand } from '@aws-sdk/client-dynamodb';"],
    ['shared/webhooks/sending/a.ts', "import { resolve } from 'node:dns/promises';"],
    [
      'shared/workspaces/use-cases/a.ts',
      "import { endpoint } from '#shared/webhooks/ports/endpoint-store.ts';",
    ],
    ['functions/registry.ts', "import type { Operation } from '#shared/platform/http/operation.ts';"],
    ['functions/registry.ts', "import { PLATFORM_OPERATIONS } from './platform/operations.ts';"],
    ['functions/platform/operations.ts', "import { operation } from './get-health/operation.ts';"],
    [
      'functions/platform/get-health/index.ts',
      "import { createTable } from '#shared/platform/store/table.ts';",
    ],
    ['functions/platform/get-health/index.ts', "import { createHandler } from './handler.ts';"],
    ['functions/registry.ts', "import { consumer } from './biolinks/count-visits/consumer.ts';"],
    ['infra/a.ts', "import { type Operation } from '#shared/platform/http/operation.ts';"],
    ['infra/a.ts', "import { CAPABILITIES } from '#functions/capabilities.ts';"],
    ['infra/a.ts', "import { CORE_TABLE } from '#shared/platform/store/table-definition.ts';"],
    ['local/a.ts', "import { synthesize } from '#infra/synthesize.ts';"],
    ['local/a.ts', 'const entry = await import(path);'],
    ['test/infra/a.test.ts', "import { composePlatform } from '#infra/platform.ts';"],
  ])('accepts %s: %s', (path, text) => {
    expect(check(path, text)).toEqual([]);
  });
});

describe('architecture check, planted content', () => {
  it.each([
    'process.env',
    "process['env']",
    'globalThis.process.env',
    'const { env } = process',
    "import { env } from 'node:process'",
  ])('finds environment variables read by %s', (text) => {
    expect(check('shared/platform/runtime/a.ts', text)).toContain(
      'shared/platform/runtime/a.ts:1 (process.env is read by entries only)',
    );
    expect(check('functions/platform/get-health/index.ts', text)).toEqual([]);
  });

  it.each([
    ['const now = new Date();', 'new Date()'],
    ['const now = Date.now();', 'Date.now'],
    ['const random = Math.random;', 'Math.random'],
    ['const id = globalThis.crypto.randomUUID();', 'crypto.randomUUID'],
    ['await fetch(url);', 'fetch()'],
  ])('finds in the domain: %s', (text, seen) => {
    expect(check('shared/webhooks/domain/a.ts', text)).toEqual([
      `shared/webhooks/domain/a.ts:1 (${seen}: the domain gets time, randomness and ids as arguments)`,
    ]);
    expect(check('shared/webhooks/domain/a.ts', 'const day = new Date(0);')).toEqual([]);
  });

  it('finds an import whose path is computed', () => {
    expect(check('shared/platform/http/a.ts', 'await import(`#shared/${folder}/a.ts`);')).toEqual([
      'shared/platform/http/a.ts:1 → ? (an import path that is computed cannot be checked)',
    ]);
  });

  it('finds a barrel', () => {
    expect(check('shared/webhooks/domain/a.ts', "export * from './b.ts';")).toEqual([
      'shared/webhooks/domain/a.ts:1 → ./b.ts (no barrels: name what is exported where it is declared)',
    ]);
    expect(check('shared/webhooks/domain/index.ts', 'export const one = 1;')).toEqual([
      'shared/webhooks/domain/index.ts (no barrels: only the entry of a function is called index.ts)',
    ]);
  });

  it.each([
    ['shared/webhooks/domain/a.ts', 350],
    ['functions/platform/get-health/index.ts', 70],
    ['test/unit/a.test.ts', 450],
  ])('finds that %s is longer than %i lines', (path, limit) => {
    expect(check(path, '\n'.repeat(limit))).toEqual([]);
    expect(check(path, '\n'.repeat(limit + 1))).toEqual([`${path} (${limit + 1} lines, at most ${limit})`]);
  });

  it.each([
    'shared/platform/http/utils/a.ts',
    'shared/platform/http/common.ts',
    'local/http-helpers.ts',
    'test/support/misc.test.ts',
  ])('finds the meaningless name in %s', (path) => {
    expect(check(path, '')).toEqual([expect.stringMatching(/a name that says nothing/)]);
  });

  it('finds a file it cannot parse', () => {
    expect(check('shared/webhooks/domain/a.ts', 'export const = ;')).toEqual([
      expect.stringMatching(/^shared\/webhooks\/domain\/a\.ts \(cannot be read: /),
    ]);
  });

  it('finds a file without a rule', () => {
    expect(check('lib/a.ts', '')).toEqual([
      'lib/a.ts (no rule for this file: add its folder to scripts/lib/architecture)',
    ]);
  });
});
