import { describe, expect, it } from 'vitest';
import { route_not_found } from '#shared/platform/core/platform-errors.ts';
import { createExecutor } from '#shared/platform/http/execute.ts';
import { type OperationHandler, defineOperation } from '#shared/platform/http/operation.ts';
import * as webhooksErrors from '#shared/webhooks/errors.ts';
import { anHttpEvent, aRequestContext } from '#test/support/fixtures/platform/http-event.ts';

const id = '01980000-0000-7000-8000-00000000000a';

const operation = defineOperation({
  name: 'edit-thing',
  product: 'meta',
  summary: 'Edit a thing',
  routes: [{ method: 'PATCH', path: '/things/{thing}/{slug}' }],
  access: { kind: 'public' },
  params: {
    thing: { form: 'uuid', notFound: webhooksErrors.endpoint_not_found },
    slug: { form: 'text', notFound: route_not_found },
  },
  precondition: 'optional',
  uses: [],
  responses: { 200: null },
  errors: [],
});

function setUp(precondition?: 'required' | 'none') {
  const reads: Readonly<Record<string, string>>[] = [];
  const { precondition: optional, ...rest } = operation;
  const declared = precondition === 'none' ? rest : { ...rest, precondition: precondition ?? optional };
  const handled: unknown[] = [];
  const handler: OperationHandler<typeof declared, { readonly revision: string }> = {
    async load({ params }) {
      reads.push(params);
      return { revision: '7' };
    },
    revisionOf: (resource) => resource.revision,
    async handle({ resource }) {
      handled.push(resource);
      return { status: 200 };
    },
  };
  const execute = createExecutor(declared, handler, {});
  async function run(thing: string, headers: Record<string, string> = {}) {
    await execute(anHttpEvent({ params: { thing, slug: 'Ä-b' }, headers }), { request: aRequestContext() });
    return handled.at(-1);
  }
  return { reads, run };
}

describe('createExecutor, variables of the path', () => {
  it('compares UUIDs in lower case and leaves strings unchanged', async () => {
    const { reads, run } = setUp();

    await run(id.toUpperCase());

    expect(reads).toEqual([{ thing: id, slug: 'Ä-b' }]);
  });

  it.each([
    '',
    'x',
    '123',
    `${id}x`,
    `{${id}}`,
    id.replaceAll('-', ''),
    `${id.slice(0, -1)}g`,
    '../../etc',
    '%00',
  ])('treats %j like an unknown id, without a read', async (malformed) => {
    const { reads, run } = setUp();

    await expect(run(malformed)).rejects.toMatchObject({
      code: 'endpoint_not_found',
      message: 'The workspace has no webhook endpoint with this ID.',
    });
    expect(reads).toHaveLength(0);
  });
});

describe('createExecutor, preconditions', () => {
  it('holds the caller to the revision it names', async () => {
    await expect(setUp().run(id, { 'if-match': '"7"' })).resolves.toEqual({ revision: '7' });
    await expect(setUp().run(id, { 'if-match': '"6"' })).rejects.toMatchObject({ code: 'revision_mismatch' });
  });

  it('requires a revision only where it is declared as required', async () => {
    await expect(setUp().run(id)).resolves.toBeDefined();
    await expect(setUp('required').run(id)).rejects.toMatchObject({ code: 'precondition_required' });
  });

  it('ignores If-Match if the operation has no precondition', async () => {
    await expect(setUp('none').run(id, { 'if-match': '"6"' })).resolves.toBeDefined();
  });
});
