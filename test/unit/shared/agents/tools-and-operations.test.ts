import { readFileSync } from 'node:fs';
import addFormats from 'ajv-formats';
import { Ajv2020 } from 'ajv/dist/2020.js';
import * as v from 'valibot';
import { describe, expect, it } from 'vitest';
import { OPERATIONS } from '#functions/registry.ts';
import { secretsIn } from '#shared/agents/domain/secret-members.ts';
import { readersOf } from '#shared/agents/use-cases/named-resource.ts';
import { inputOf } from '#shared/agents/use-cases/run-tool.ts';
import { toolsFor } from '#shared/agents/use-cases/tools.ts';
import { routeId } from '#shared/api-docs/operation-id.ts';
import { listOperations } from '#shared/platform/runtime/list-operations.ts';
import { startMcp } from '#test/support/fixtures/agents/mcp-server.ts';

const DOCUMENT: unknown = JSON.parse(readFileSync('docs/api/openapi.json', 'utf8'));
const LISTED = listOperations(DOCUMENT).filter(({ access }) => access);
const TOOLS = toolsFor({ operations: new Map(LISTED.map((each) => [each.id, each])) });
const CALLABLE = LISTED.filter(({ hasSecretResponse }) => !hasSecretResponse);
const CHANGING = CALLABLE.filter(({ method }) => method !== 'GET');

/** What opens a connection to a host that a customer or a network chooses. */
const CONNECTING: readonly string[] = ['check-addresses', 'call-networks'];

function connects(id: string): boolean {
  const found = OPERATIONS.find((each) => each.routes.some((route) => routeId(each, route) === id));
  if (!found) throw new Error(`No operation has the ID ${id}`);
  return found.uses.some((capability) => CONNECTING.includes(capability));
}

describe('a tool that needs no confirmation', () => {
  const reading = TOOLS.filter(({ effect }) => effect === 'reads' || effect === 'creates');

  it('opens no connection', () => {
    const reached = reading.flatMap(({ name, operations }) =>
      operations.filter(connects).map((id) => `${name}: ${id}`),
    );

    expect(reading.length).toBeGreaterThan(10);
    expect(reached).toEqual([]);
    expect(CALLABLE.filter(({ method, id }) => method === 'GET' && connects(id))).toEqual([]);
    // The rule would find a tool that connects.
    expect(connects('previewEndpoint')).toBe(true);
  });

  it('does not wait: an operation that waits does so by a parameter that call_operation rejects', () => {
    const waiting = OPERATIONS.filter(({ waits }) => waits);
    const parameters = LISTED.filter(({ parameters: all }) => all.some(({ name }) => name === 'wait'));

    expect(waiting.map(({ name }) => name).toSorted()).toEqual(['call-agent-tool', 'read-event-feed']);
    expect(parameters.map(({ id }) => id)).toEqual(['readEventFeed']);
  });
});

/** Operations whose path names nothing that exists, with the reason why there is nothing to show. */
const WITHOUT_CURRENT: Readonly<Record<string, readonly string[]>> = {
  'creates something': [
    'connectAccount',
    'connectPhoneNumber',
    'createBroadcast',
    'createContact',
    'createConversation',
    'createDomain',
    'createMediaFromUrl',
    'createMember',
    'createPage',
    'createPixel',
    'createPost',
    'createTag',
    'ingestEvent',
    'receiveMessage',
  ],
  'starts work of its own': ['completeConnection', 'createContactExport', 'eraseContact', 'startConnection'],
  'changes nothing': ['previewPost'],
  'names what it deletes in the body, which the preview shows': ['deleteMediaFiles', 'deletePosts'],
};

describe('the confirmation of an operation', () => {
  it('is bound to what the path names, for each operation that changes something', () => {
    const unbound = CHANGING.filter((each) => readersOf(CALLABLE, each).length === 0);

    expect(unbound.map(({ id }) => id).toSorted()).toEqual(Object.values(WITHOUT_CURRENT).flat().toSorted());
    expect(CHANGING.length).toBeGreaterThan(80);
  });

  it.each([
    ['sendBroadcast', 'getBroadcast'],
    ['estimateBroadcast', 'getEstimate'],
    ['revokeApproval', 'getBroadcast'],
    ['resetPageAnalytics', 'getPage'],
    ['setPageStatus', 'getPage'],
    ['deletePage', 'getPage'],
    ['createBlock', 'listBlocks'],
    ['reorderBlocks', 'listBlocks'],
    ['deleteBlock', 'listBlocks'],
    ['schedulePost', 'getPost'],
    ['retryPost', 'getPost'],
    ['duplicatePost', 'getPost'],
    ['sendMessage', 'getConversation'],
    ['resendDelivery', 'getDelivery'],
    ['updatePostingQueue', 'getPostingQueue'],
    ['deleteWorkspace', 'getWorkspace'],
    ['setOauthApp', 'getOauthApp'],
    ['deleteDomain', 'listDomains'],
    ['verifyDomain', 'listDomains'],
    ['deleteMember', 'listMembers'],
    ['deleteMedia', 'listMedia'],
  ])('shows for %s what %s returns', (id, reader) => {
    const operation = LISTED.find((each) => each.id === id);

    expect(operation && readersOf(CALLABLE, operation)[0]?.reader.id).toBe(reader);
  });

  it('has the revision that `If-Match` compares, wherever an operation accepts it', () => {
    const conditional = CHANGING.filter(({ precondition }) => precondition !== undefined);
    const readers = new Set(conditional.map((each) => readersOf(CALLABLE, each)[0]?.reader.id));

    expect(readers).toEqual(
      new Set([
        'getBroadcast',
        'getContact',
        'getConversation',
        'getEndpoint',
        'getNotificationTarget',
        'getPage',
        'getPost',
        'getPostingQueue',
        'listBlocks',
      ]),
    );
  });
});

describe('the secrets of a body', () => {
  /** Members whose name is that of a secret, with the reason why their value is none. */
  const NO_SECRETS: Readonly<Record<string, string>> = {
    clear_password: 'a boolean',
    dedupe_key: 'a name of an event',
    error_code: 'a code of a network',
  };
  const SECRET = /password|secret|token|credential|api_key|^code$|_key$|_code$/u;

  function membersOf(schema: unknown, at: string): readonly (readonly [string, unknown])[] {
    if (typeof schema !== 'object' || schema === null) return [];
    return Object.entries<unknown>({ ...schema }).flatMap(([key, part]) => {
      if (key !== 'properties' || typeof part !== 'object' || part === null) return membersOf(part, at);
      return Object.entries<unknown>({ ...part }).flatMap(([name, member]) => [
        [`${at}.${name}`, member] as const,
        ...membersOf(member, `${at}.${name}`),
      ]);
    });
  }

  const members = LISTED.flatMap(({ id, body }) => membersOf(body, id));

  it('are marked, whatever operation has them', () => {
    const unmarked = members.filter(([path, member]) => {
      const name = path.split('.').at(-1) ?? '';
      const isContainer = JSON.stringify(member).includes('"properties"');
      return SECRET.test(name) && !isContainer && NO_SECRETS[name] === undefined
        ? !JSON.stringify(member).includes('"x-secret":true')
        : false;
    });

    expect(unmarked.map(([path]) => path)).toEqual([]);
    expect(
      members.filter(([, member]) => JSON.stringify(member).includes('x-secret')).length,
    ).toBeGreaterThan(10);
  });

  it.each([
    [
      'connectAccount',
      { provider: 'telegram', credentials: { bot_token: '1:a', chat_id: '@a' } },
      '/credentials/bot_token',
    ],
    [
      'connectAccount',
      { provider: 'bluesky', credentials: { app_password: 'p' } },
      '/credentials/app_password',
    ],
    ['updateAccount', { credentials: { api_key: 'k' } }, '/credentials/api_key'],
    ['setOauthApp', { client_id: 'a', client_secret: 's' }, '/client_secret'],
    ['completeConnection', { state: 's', code: 'c' }, '/code'],
    ['updateEndpoint', { headers: { Authorization: 'Bearer x' } }, '/headers/Authorization'],
    ['updateEndpointPut', { headers: { Authorization: 'Bearer x' } }, '/headers/Authorization'],
    [
      'updatePage',
      { settings: { protection: { password: 'open sesame' } } },
      '/settings/protection/password',
    ],
    ['updateNotificationTarget', { url: 'https://hooks.slack.com/services/T/B/x' }, '/url'],
    ['reportMessage', { status: 'sent', claim_token: 't' }, '/claim_token'],
  ])('are found in the body of %s', (id, body, pointer) => {
    const schema = LISTED.find((each) => each.id === id)?.body;

    expect(secretsIn(schema, body)).toEqual([pointer]);
  });

  it.each([
    ['updateEndpoint', { headers: null, name: 'a' }],
    ['updateEndpoint', { headers: {} }],
    ['connectAccount', { provider: 'sandbox', name: 'a', credentials: {} }],
    ['updatePage', { settings: { protection: { clear_password: true } } }],
  ])('are not in the body of %s: %j', (id, body) => {
    expect(secretsIn(LISTED.find((each) => each.id === id)?.body, body)).toEqual([]);
  });
});

const ID = '01980000-0000-7000-8000-000000000001';
const INSTANT = '2026-11-28T09:00:00Z';

/** Values that the server accepts, by the name of the argument. */
const SAMPLES: Readonly<Record<string, readonly unknown[]>> = {
  time: ['09:30', '00:00', '23:59'],
  date: ['2026-11-28', '2026-02-01'],
  from: ['2026-11-28'],
  to: ['2026-12-31'],
  since: [INSTANT, '2026-11-28T09:00:00.5+01:00', '2026-11-28t09:00:00z'],
  until: [INSTANT],
  endpoint: [ID, ID.toUpperCase()],
  delivery: [ID],
  post: [ID],
  page: [ID],
  contact_id: [ID],
};

/** Values that the server rejects. */
const WRONG: Readonly<Record<string, readonly unknown[]>> = {
  time: ['09:30:00', '09:30:00Z', '24:00', '9:30'],
  date: ['28.11.2026', '2026-13-01'],
  since: ['yesterday', '2026-11-28'],
  endpoint: ['1', `${ID}x`],
};

describe('the JSON Schema of a tool', () => {
  const all = [...new Set(readFileSync('docs/api/openapi.json', 'utf8').match(/"[a-z]+:[a-z-]+:[a-z]+"/gu))];
  const schemas = async () => {
    const { call } = startMcp(
      () => undefined,
      all.map((text) => JSON.parse(text)),
    );
    const { body } = await call({ method: 'tools/list' });
    return body.result.tools as { name: string; inputSchema: { properties: Record<string, object> } }[];
  };

  it('has no format, which clients read differently or do not know', async () => {
    for (const { name, inputSchema } of await schemas())
      expect([name, JSON.stringify(inputSchema)]).toEqual([name, expect.not.stringContaining('"format"')]);
  });

  it('accepts each sample that the server accepts, and rejects what the server rejects', async () => {
    const ajv = new Ajv2020({ strict: false });
    addFormats.default(ajv);
    const found = new Set<string>();
    for (const { name, inputSchema } of await schemas()) {
      const tool = TOOLS.find((each) => each.name === name);
      if (!tool) throw new Error(`There is no tool ${name}`);
      const entries: Readonly<Record<string, v.GenericSchema>> = inputOf(tool).entries;
      for (const [argument, schema] of Object.entries(inputSchema.properties))
        for (const [samples, isValid] of [
          [SAMPLES[argument] ?? [], true] as const,
          [WRONG[argument] ?? [], false] as const,
        ])
          for (const sample of samples) {
            // `event` and `page` have other meanings in some tools.
            if (name === 'list_events' || !Object.hasOwn(entries, argument)) continue;
            found.add(argument);
            const entry = entries[argument];
            expect([
              name,
              argument,
              sample,
              entry && v.is(entry, sample),
              ajv.validate(schema, sample),
            ]).toEqual([name, argument, sample, isValid, isValid]);
          }
    }

    expect([...found]).toEqual(expect.arrayContaining(['time', 'date', 'since', 'endpoint', 'post', 'page']));
  });
});

describe('an error about arguments', () => {
  it.each([
    ['a name', { ['n'.repeat(100_000)]: 1 }],
    ['a value', { status: 's'.repeat(100_000) }],
  ])('repeats not more of %s than a model can use', async (_case, input) => {
    const { tool } = startMcp(() => undefined);
    const { body } = await tool('list_posts', input);

    expect(body.result.isError).toBe(true);
    expect(body.result.content[0].text.length).toBeLessThan(1000);
  });

  it('names ten unknown parameters, and how many more there are', async () => {
    const { tool } = startMcp(() => undefined);
    const parameters = Object.fromEntries(Array.from({ length: 20_000 }, (_, index) => [`p${index}`, 1]));
    const { body } = await tool('call_operation', { operation: 'listPosts', parameters });
    const { text } = body.result.content[0];

    expect(text).toContain('p9 and 19990 more');
    expect(text.length).toBeLessThan(1000);
  });
});
