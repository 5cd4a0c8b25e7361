import { randomUUID } from 'node:crypto';
import * as v from 'valibot';
import { addKey } from '#scripts/lib/stack/add-key.ts';
import { PERMISSIONS } from '#shared/workspaces/domain/permissions.ts';
import { type Counted, startCountedStack } from './counted-stack.ts';
import { createPlatformCalls, type PlatformCalls } from './platform-calls.ts';
import { settled } from './settled.ts';

/** A kind of update that a client sends repeatedly. */
type Update = {
  readonly name: string;
  readonly operation: string;
  /**
   * Creates the resource to update; returns a function that builds one update after another, each of which changes something.
   */
  readonly prepare: (api: PlatformCalls, workspaceId: string) => Promise<(turn: number) => UpdateRequest>;
};

type UpdateRequest = {
  readonly method: string;
  readonly path: string;
  readonly body: unknown;
  readonly headers?: Record<string, string>;
};

export type UpdateRun = {
  readonly name: string;
  readonly operation: string;
  readonly requests: number;
  readonly counted: Counted;
  /** Requests that each use a key that is not cached. */
  readonly cold: { readonly requests: number; readonly counted: Counted };
};

const WARM_UP = 8;
/** A member has at most 45 keys, and each kind of update needs so many. */
const COLD_REQUESTS = 4;

const CONTACTS = '/api/v1/salesbot/contacts';

const made = v.object({ data: v.object({ id: v.union([v.string(), v.number()]) }) });

const UPDATES: readonly Update[] = [
  {
    name: 'a draft',
    operation: 'create-post',
    prepare: async (_api, workspaceId) => (turn) => ({
      method: 'POST',
      path: `/os/api/${workspaceId}/posts`,
      body: post(turn),
    }),
  },
  {
    name: 'a tag',
    operation: 'create-tag',
    prepare: async (_api, workspaceId) => (turn) => ({
      method: 'POST',
      path: `/os/api/${workspaceId}/tags`,
      body: { name: `Cost ${turn}` },
    }),
  },
  {
    name: 'a text alone',
    operation: 'update-post',
    prepare: async ({ call }, workspaceId) => {
      const posts = `/os/api/${workspaceId}/posts`;
      const id = await create(call, posts, post(0));
      return (turn) => ({ method: 'PUT', path: `${posts}/${id}`, body: post(turn) });
    },
  },
  {
    name: 'two accounts and a tag',
    operation: 'update-post',
    prepare: async ({ call }, workspaceId) => {
      const base = `/os/api/${workspaceId}`;
      const sandbox = { provider: 'sandbox', name: 'Cost', credentials: {} };
      const accounts = [
        await create(call, `${base}/accounts`, sandbox),
        await create(call, `${base}/accounts`, sandbox),
      ];
      const tags = [await create(call, `${base}/tags`, { name: 'Cost' })];
      const body = (turn: number) => ({ ...post(turn), accounts, tags });
      const id = await create(call, `${base}/posts`, body(0));
      return (turn) => ({ method: 'PUT', path: `${base}/posts/${id}`, body: body(turn) });
    },
  },
  {
    name: 'title, tagline and search text',
    operation: 'update-page',
    prepare: (api) =>
      pages(api, (turn) => ({
        title: `Ada ${turn}`,
        tagline: `Engines and notes, ${turn}`,
        settings: { seo: { title: `Ada ${turn}`, description: 'Analytical engines' } },
      })),
  },
  {
    name: 'what decides who sees it',
    operation: 'update-page',
    prepare: (api) => pages(api, (turn) => ({ settings: { protection: { sensitive: turn % 2 === 1 } } })),
  },
  {
    name: 'name and text',
    operation: 'update-broadcast',
    prepare: async ({ call }) => {
      const broadcasts = '/api/v1/broadcasts';
      const body = (turn: number) => ({
        name: `Spring sale ${turn}`,
        message: { type: 'text', body: `Everything is ${turn} % off until Sunday.` },
      });
      const id = await create(call, broadcasts, body(0));
      return (turn) => ({ method: 'PUT', path: `${broadcasts}/${id}`, body: body(turn) });
    },
  },
  {
    name: 'a contact with an email address',
    operation: 'create-contact',
    prepare: async () => (turn) => ({ method: 'POST', path: CONTACTS, body: contact(turn) }),
  },
  {
    name: 'a contact with an email address and a birthday',
    operation: 'create-contact',
    prepare: async () => (turn) => ({
      method: 'POST',
      path: CONTACTS,
      body: { ...contact(`dated-${turn}`), dates: { birthday: { date: '1990-03-14' } } },
    }),
  },
  {
    name: 'a stage and a tag',
    operation: 'update-contact',
    prepare: async ({ call }) => {
      const id = await create(call, CONTACTS, contact('edited'));
      return (turn) => ({
        method: 'PATCH',
        path: `${CONTACTS}/${id}`,
        body: { stage: `stage ${turn}`, tags: [`tag ${turn}`] },
      });
    },
  },
];

/** Sends each kind of update and counts its calls, including those of the stream consumers. */
export async function runUpdates(requests: number, say: (line: string) => void): Promise<UpdateRun[]> {
  const stack = await startCountedStack();
  try {
    const { baseUrl, apiKey, workspaceId } = stack.ready;
    const api = createPlatformCalls(baseUrl, apiKey);
    const runs: UpdateRun[] = [];
    for (const { name, operation, prepare } of UPDATES) {
      say(`${operation}, ${name}`);
      const next = await prepare(api, workspaceId);
      let turn = 1;
      const send = async ({ call }: PlatformCalls): Promise<void> => {
        const { method, path, body, headers } = next(turn);
        turn += 1;
        await call(method, path, body, headers);
      };
      // First warm up the cached key in both containers of the function.
      for (let count = 0; count < WARM_UP; count += 1) await send(api);
      await settled(stack, () => true);
      const release = stack.hold('project-changes');
      for (let count = 0; count < requests; count += 1) await send(api);
      release();
      const counted = await settled(stack, ({ calls }) => entries(calls) >= requests);

      const keys: string[] = [];
      while (keys.length < COLD_REQUESTS) keys.push(await addKey(stack.ready, PERMISSIONS));
      await settled(stack, () => true);
      for (const key of keys) await send(createPlatformCalls(baseUrl, key));
      const cold = { requests: keys.length, counted: await settled(stack, () => true) };
      runs.push({ name, operation, requests, counted, cold });
    }
    return runs;
  } finally {
    await stack.stop();
  }
}

async function create(call: PlatformCalls['call'], path: string, body: unknown) {
  return v.parse(made, await call('POST', path, body)).data.id;
}

async function pages({ call }: PlatformCalls, body: (turn: number) => unknown) {
  const path = '/api/v1/biolinks/pages';
  const id = await create(call, path, { title: 'Ada', slug: `cost-${randomUUID()}` });
  return (turn: number) => ({
    method: 'PATCH',
    path: `${path}/${id}`,
    body: body(turn),
    // Each update increments the revision of a page that nobody else edits.
    headers: { 'if-match': `"${turn}"` },
  });
}

function post(turn: number) {
  const body = `We are open again, for the ${turn}th time. Come and see what we have made of the old shop.`;
  return { versions: [{ account_id: 0, is_original: true, content: [{ body }] }] };
}

function contact(turn: number | string) {
  return {
    name: 'Ada Moreau',
    email: `ada.${turn}@example.com`,
    platform: 'whatsapp',
    stage: 'lead',
    tags: ['newsletter'],
  };
}

function entries(calls: Counted['calls']): number {
  return calls.filter(({ by, items }) => by === 'project-changes' && items.includes('AU')).length;
}
