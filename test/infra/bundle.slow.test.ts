import { execFile, execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { promisify } from 'node:util';
import { gunzipSync } from 'node:zlib';
import type { Metafile } from 'esbuild';
import * as v from 'valibot';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { CAPABILITIES } from '#functions/capabilities.ts';
import { OPERATIONS } from '#functions/registry.ts';
import { bundle, functionNames } from '#infra/bundling/bundle.ts';
import { BUNDLED_ASSETS } from '#infra/bundling/bundled-assets.ts';
import { FONT_ASSETS } from '#shared/biolinks/render/font-asset.ts';
import { PHONE_METADATA } from '#shared/messaging/adapters/phone-metadata.ts';
import { generateApiKey } from '#shared/platform/runtime/api-key.ts';
import { anHttpEvent } from '#test/support/fixtures/platform/http-event.ts';
import { at, functionOf } from './synthesized.ts';

/** Loads each module as Lambda would, with only the variables of its template, and returns what `handler` is. */
const LOAD_ALL = `
const answers = {};
const LAMBDA = { AWS_REGION: 'eu-central-1', AWS_ACCESS_KEY_ID: 'id', AWS_SECRET_ACCESS_KEY: 'key' };
for (const { name, url, variables } of JSON.parse(process.argv[1])) {
  // Only a line about a failure contains STAGE; consumers parse it.
  const unread = new Set(Object.keys(variables).filter((key) => key !== 'STAGE'));
  process.env = new Proxy({ ...LAMBDA, AWS_LAMBDA_FUNCTION_NAME: name, ...variables }, {
    get(target, key) { unread.delete(key); return target[key]; },
  });
  const handler = await import(url).then(
    ({ handler, build }) => {
      // A consumer reads its variables in its first invocation, before it waits for anything.
      if (build) void Promise.resolve(handler({ Records: [] }, { getRemainingTimeInMillis: () => 0 })).catch(() => {});
      return typeof handler;
    },
    (error) => String(error),
  );
  answers[name] = { handler, unread: [...unread] };
}
process.stdout.write(JSON.stringify(answers), () => process.exit());
`;

/** Invokes functions as Lambda would, which limits responses to 6 MB. */
const ASK_ALL = `
const answers = [];
for (const { url, variables, event } of JSON.parse(process.argv[1])) {
  const lambda = { AWS_REGION: 'eu-central-1', AWS_ACCESS_KEY_ID: 'id', AWS_SECRET_ACCESS_KEY: 'key' };
  Object.assign(process.env, variables, lambda, { POWERTOOLS_LOG_LEVEL: 'SILENT' });
  const { handler } = await import(url);
  const answer = await handler(event, { awsRequestId: 'r', functionName: 'f', getRemainingTimeInMillis: () => 10000 });
  const fits = Buffer.byteLength(JSON.stringify(answer)) <= 6 * 1024 * 1024;
  answers.push({ path: event.rawPath, status: answer.statusCode, fits });
}
process.stdout.write(JSON.stringify(answers));
`;

/** Consumers that send nothing to a queue. */
const SILENT = [
  'erase-workspaces',
  'export-workspaces',
  'redact-payloads',
  'recompute-posts',
  'record-receipt',
  'reach-dates',
  'import-contacts',
  'remove-publications',
  'download-media',
  'run-broadcast',
  'count-visits',
  'delete-visitor-salts',
];

/** Cold starts load everything in a bundle, so each of these is bundled only where it is used. */
const BUNDLED_IN: Readonly<Record<string, (name: string) => boolean>> = {
  // The dependencies of the chain of credential providers: single sign-on, STS and other token services.
  '@aws-sdk/nested-clients': () => false,
  // The server of the Model Context Protocol, with the schemas of its messages.
  '@modelcontextprotocol/server': (name) => name === 'call-agent-tool',
  zod: (name) => name === 'call-agent-tool',
  // The parser of Markdown, for titles of articles and for documents.
  marked: (name) => ['get-document', 'preview-post', 'publish-post'].includes(name),
  // The names of bots, for visits.
  isbot: (name) => provides(name, 'VISIT_QUEUE_URL'),
  // Files are derived when functions are bundled, not by them.
  yaml: () => false,
  // The cache of endpoint discovery, which no client here uses.
  mnemonist: () => false,
  // Parsers of hundreds of formats.
  'file-type': (name) =>
    ['create-media', 'complete-media', 'download-media', 'record-receipt'].includes(name),
  // Schemas, which other functions load as well, check only the form of a phone number.
  'libphonenumber-js': (name) => BUNDLED_ASSETS[name]?.some(({ path }) => path === PHONE_METADATA) === true,
  // Webhooks are sent with Node's own HTTP client.
  undici: () => false,
  // Clients of the SDK are files of their own, which only calls that the SDK makes load.
  '@aws-sdk/client-dynamodb': () => false,
  '@aws-sdk/client-scheduler': () => false,
  '@aws-sdk/client-sqs': () => false,
  '@aws-sdk/client-kms': () => false,
  '@aws-sdk/client-pinpoint-sms-voice-v2': () => false,
  '@aws-sdk/client-socialmessaging': () => false,
  '@aws-sdk/core': () => false,
};

/** The modules of the SDK that are beside the bundle of a function. */
const SDK_BESIDE: Readonly<Record<string, (name: string) => boolean>> = {
  'dynamo-sdk': (name) =>
    ![
      'get-document',
      'get-health',
      'get-page-asset',
      'get-root',
      'route-not-found',
      'call-agent-tool',
    ].includes(name),
  'scheduler-sdk': (name) => sendsRequests(name) || name === 'project-changes',
  'sqs-sdk': (name) => (isConsumer(name) && !SILENT.includes(name)) || provides(name, 'VISIT_QUEUE_URL'),
  'sms-voice-sdk': sendsMessages,
  'social-messaging-sdk': (name) => sendsMessages(name) || name === 'record-receipt',
  'kms-sdk': (name) =>
    sendsRequests(name) ||
    ['publish-post', 'remove-publications', 'send-notification'].includes(name) ||
    provides(name, 'SECRET_KEY_ID'),
};
/** The hosts of the requests. */
const HOSTS = { API_ORIGINS: 'https://api.example.com', PAGE_HOST: 'pages.example.com' };
/** The files of these modules, those that they share, and the one by which Node finds them. */
const SDK_FILE =
  /^(?:(?<module>[a-z-]+-sdk)|sdk-[A-Z0-9]+|no-event-streams-[A-Z0-9]+)\.mjs$|^package\.json$/u;

/** Bytes of the module that a cold start loads; `bench:cold` has the same limit. And bytes of all code, with that of the SDK. */
const SIZE_LIMIT = { loaded: 350_000, all: 460_000 };
/**
 * The SDK of the Model Context Protocol is larger than everything else that a function loads. It has no module of the AWS SDK beside it.
 * The publisher and the function that completes OAuth have the code of all social networks and of OAuth; the publisher has the parser of
 * Markdown and three modules of the AWS SDK beside it as well. Receipts arrive with files, whose type is detected, and are about messages
 * of conversations and of broadcasts. The sender of broadcasts has the modules of both channels, and the file with the countries of phone
 * numbers, which is read for quiet hours only.
 */
const LARGER: Readonly<Record<string, typeof SIZE_LIMIT>> = {
  'call-agent-tool': { loaded: 580_000, all: 580_000 },
  'complete-connection': { ...SIZE_LIMIT, all: 475_000 },
  'publish-post': { ...SIZE_LIMIT, all: 575_000 },
  'record-receipt': { ...SIZE_LIMIT, all: 490_000 },
  'send-broadcast-messages': { ...SIZE_LIMIT, all: 590_000 },
  // It renders its page in each theme, and a mail.
  'submit-signup': { ...SIZE_LIMIT, all: 475_000 },
};

describe('bundle', () => {
  const outdir = mkdtempSync(join(tmpdir(), 'workspace-bundle-'));
  const names = functionNames();
  let metafile: Metafile;

  beforeAll(() => {
    metafile = bundle(outdir);
    // A hundred functions on a machine that does other things as well.
  }, 240_000);

  afterAll(() => {
    rmSync(outdir, { recursive: true });
  });

  it('writes one self-contained module per function, its files, and nothing else but the metafile', () => {
    expect(readdirSync(outdir).toSorted()).toEqual([...names, 'metafile.json'].toSorted());
    for (const name of names) {
      const beside = (BUNDLED_ASSETS[name] ?? []).map(({ path, gzip }) => (gzip ? `${path}.gz` : path));
      const files = filesIn(join(outdir, name)).filter((file) => !SDK_FILE.test(file));
      expect([name, files]).toEqual([name, ['index.mjs', ...beside].toSorted()]);
    }
  });

  it('includes every font that pages request', () => {
    expect(BUNDLED_ASSETS['get-page-asset']).toHaveLength(FONT_ASSETS.length);
  });

  it('derives the OpenAPI document in YAML from the one in JSON', () => {
    const read = (file: string) =>
      gunzipSync(readFileSync(join(outdir, 'get-document/docs/api', file))).toString();

    expect(parse(read('openapi.yaml.gz'))).toEqual(JSON.parse(read('openapi.json.gz')));
  });

  it('serves its own files, in responses that Lambda accepts', () => {
    const requests = OPERATIONS.filter(
      ({ name, access }) => name in BUNDLED_ASSETS && access.kind === 'public',
    ).flatMap((operation) =>
      operation.routes
        .filter(({ method, docs }) => method === 'GET' && !docs?.onlyErrors)
        .flatMap(({ path }) =>
          ['gzip', 'identity'].map((coding) => ({
            url: join(outdir, operation.name, 'index.mjs'),
            variables: { ...variablesOf(operation.name), ...HOSTS },
            event: anHttpEvent({
              host: operation.servedAt === 'pages' ? HOSTS.PAGE_HOST : 'api.example.com',
              path: path.replace('{file}', fileOf(operation.name)),
              params: { file: fileOf(operation.name) },
              headers: { 'accept-encoding': coding },
            }),
          })),
        ),
    );

    const responses: unknown = JSON.parse(
      execFileSync(
        process.execPath,
        ['--input-type=module', '--eval', ASK_ALL, '--', JSON.stringify(requests)],
        {
          encoding: 'utf8',
        },
      ),
    );

    expect(responses).toEqual(
      requests.map(({ event }) => ({ path: event.rawPath, status: 200, fits: true })),
    );
  });

  /** A file that the function serves by its name. */
  function fileOf(name: string): string {
    if (name !== 'get-console') return String(FONT_ASSETS[0]?.file);
    const { script } = JSON.parse(readFileSync(join(outdir, name, 'console/console.json'), 'utf8'));
    return String(script);
  }

  it('makes modules that load with the variables of their template, read each of them and export a handler', () => {
    const modules = names.map((name) => ({
      name,
      url: join(outdir, name, 'index.mjs'),
      variables: { ...variablesOf(name), POWERTOOLS_LOG_LEVEL: 'SILENT' },
    }));

    const output = execFileSync(
      process.execPath,
      ['--input-type=module', '--eval', LOAD_ALL, '--', JSON.stringify(modules)],
      { encoding: 'utf8' },
    );

    const loaded = { handler: 'function', unread: [] };
    expect(JSON.parse(output)).toEqual(Object.fromEntries(names.map((name) => [name, loaded])));
  });

  it('requires nothing at run time but Node itself', () => {
    const external = Object.values(metafile.outputs)
      .flatMap(({ imports }) => imports)
      .filter(({ path }) => !path.startsWith('node:') && !isBuiltinName(path))
      .filter(({ path }) => !/^#packages\/lean-aws-client\/[a-z-]+-sdk\.ts$/u.test(path));

    expect(external).toEqual([]);
  });

  it('imports node:http without its lazy members', () => {
    const importers = names.filter((name) =>
      /\bfrom\s*"node:http"/u.test(readFileSync(join(outdir, name, 'index.mjs'), 'utf8')),
    );

    expect(importers).toEqual([]);
  });

  it.each(Object.keys(BUNDLED_IN))('includes %s only in functions that use it', (library) => {
    const carriers = names.filter((name) =>
      inputsOf(metafile, name).some((path) => path.includes(`node_modules/${library}/`)),
    );

    expect(carriers).toEqual(names.filter((name) => BUNDLED_IN[library]?.(name)));
  });

  it.each(Object.keys(SDK_BESIDE))('puts %s beside the functions that use it', (module) => {
    const carriers = names.filter((name) =>
      filesIn(join(outdir, name)).some((file) => SDK_FILE.exec(file)?.groups?.['module'] === module),
    );

    expect(carriers).toEqual(names.filter((name) => SDK_BESIDE[module]?.(name)));
  });

  it('loads the SDK if a first attempt fails, and only then', async () => {
    for (const [status, attempts] of [
      [200, ['attempt=1; max=3']],
      [500, ['attempt=1; max=3', 'attempt=2; max=3']],
    ] as const) {
      const seen: unknown[] = [];
      const table = createServer((request, response) => {
        request.resume();
        seen.push(request.headers['amz-sdk-request']);
        response.writeHead(seen.length === 1 ? status : 200).end('{}');
      });
      await new Promise<void>((resolve) => table.listen(0, '127.0.0.1', resolve));
      const { port } = v.parse(v.object({ port: v.number() }), table.address());
      const variables = {
        ...variablesOf('list-endpoints'),
        ...HOSTS,
        AWS_REGION: 'eu-central-1',
        AWS_ACCESS_KEY_ID: 'id',
        AWS_SECRET_ACCESS_KEY: 'key',
        AWS_ENDPOINT_URL: `http://127.0.0.1:${port}`,
      };
      const event = anHttpEvent({ headers: { 'x-api-key': generateApiKey(() => 1) } });
      const url = join(outdir, 'list-endpoints/index.mjs');
      const argument = JSON.stringify([{ url, variables, event }]);
      const { stdout } = await promisify(execFile)(process.execPath, [
        '--input-type=module',
        '--eval',
        ASK_ALL,
        '--',
        argument,
      ]);
      table.close();

      expect(JSON.parse(stdout)).toMatchObject([{ status: 401 }]);
      expect(seen).toEqual(attempts);
    }
  });

  it('stays small enough to start quickly', () => {
    for (const name of names) {
      const files = filesIn(join(outdir, name)).filter((file) => file.endsWith('.mjs'));
      const sizeOf = (file: string) => statSync(join(outdir, name, file)).size;
      const all = files.reduce((sum, file) => sum + sizeOf(file), 0);
      const limit = LARGER[name] ?? SIZE_LIMIT;
      expect([name, sizeOf('index.mjs') < limit.loaded, all < limit.all]).toEqual([name, true, true]);
    }
  });

  it('leaves out the schemas that a function does not use', () => {
    expect(readFileSync(join(outdir, 'delete-visitor-salts/index.mjs'), 'utf8')).not.toContain('~standard');
    expect(readFileSync(join(outdir, 'count-visits/index.mjs'), 'utf8')).toContain('~standard');
  });
});

function filesIn(folder: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => relative(folder, join(parentPath, name)))
    .toSorted();
}

function inputsOf({ outputs }: Metafile, name: string): readonly string[] {
  const output = Object.entries(outputs).find(([path]) => path.endsWith(`${name}/index.mjs`));
  return Object.keys(output?.[1].inputs ?? {});
}

/** The variables of the template, with a placeholder for each reference that a deployment would resolve. */
function variablesOf(name: string): Readonly<Record<string, string>> {
  const variables: unknown = at(functionOf('dev', name).properties, 'Environment', 'Variables');
  return Object.fromEntries(
    Object.entries(Object(variables)).map(([key, value]) => [
      key,
      String(value).replaceAll(/\$\{([^}]*)\}/gu, (_match, reference: string) =>
        reference.replaceAll(/\W/gu, ''),
      ),
    ]),
  );
}

function sendsRequests(name: string): boolean {
  return name === 'deliver-webhook';
}

/** Whether a function uses the APIs of AWS for phone numbers and messages. */
function sendsMessages(name: string): boolean {
  return [
    'deliver-message',
    'send-broadcast-messages',
    'verify-phone-number',
    'list-message-templates',
  ].includes(name);
}

function isConsumer(name: string): boolean {
  return OPERATIONS.every((operation) => operation.name !== name);
}

function provides(name: string, variable: string): boolean {
  const uses = OPERATIONS.find((operation) => operation.name === name)?.uses ?? [];
  return CAPABILITIES.variablesOf({ uses }).includes(variable);
}

function isBuiltinName(path: string): boolean {
  return process.getBuiltinModule(path) !== undefined;
}
