import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { newId } from '#shared/platform/runtime/ids.ts';
import {
  ENDPOINT_MACHINE,
  type EndpointMachineState,
  endpointMachineState,
} from '#shared/webhooks/domain/endpoint-machine.ts';
import { PERMISSIONS } from '#shared/workspaces/domain/permissions.ts';
import { aMember } from '#test/support/builders/workspaces/workspace-builders.ts';
import {
  anEndpointBody,
  type ApiRequest,
  BOTH_PRODUCTS,
  startMemoryApi,
} from '#test/support/fakes/platform/memory-api.ts';
import { runs } from '#test/support/fixtures/platform/depth.ts';
import { mayLead } from '#test/support/fixtures/platform/may-lead.ts';

type Trigger = keyof typeof ENDPOINT_MACHINE.triggers;

const ADMINS = ['ada', 'grace', 'joan'] as const;
const PUBLISHING = { event: 'publishing.post.published' };
const SALESBOT = { event: 'salesbot.store.order_paid' };

/** The possible actions: on one of the endpoints, or on a member. */
const step = fc.record({
  what: fc.constantFrom(
    'create',
    'edit',
    'subscribe more',
    'subscribe less',
    'enable',
    'enable by edit',
    'pause',
    'pause by edit',
    'take over',
    'take over by edit',
    'delete',
    'test',
    'leave',
    'demote',
    'narrow',
    'return',
  ),
  by: fc.constantFrom(...ADMINS),
  whom: fc.constantFrom(...ADMINS),
  endpoint: fc.nat(2),
});

type Step = typeof step extends fc.Arbitrary<infer S> ? S : never;

/** An edit of an endpoint, in the terms of the machine and of the API. */
const EDITS: Readonly<
  Record<string, { trigger: Trigger; call: Parameters<Api['call']>[0]; json?: unknown }>
> = {
  edit: { trigger: 'edit', call: 'update-endpoint', json: { name: 'Other' } },
  'subscribe more': {
    trigger: 'edit',
    call: 'update-endpoint',
    json: { subscriptions: [PUBLISHING, SALESBOT] },
  },
  'subscribe less': { trigger: 'edit', call: 'update-endpoint', json: { subscriptions: [PUBLISHING] } },
  enable: { trigger: 'enable', call: 'enable-endpoint' },
  'enable by edit': { trigger: 'enable', call: 'update-endpoint', json: { enabled: true } },
  pause: { trigger: 'pause', call: 'pause-endpoint' },
  'pause by edit': { trigger: 'pause', call: 'update-endpoint', json: { enabled: false } },
  'take over': { trigger: 'take over', call: 'take-over-endpoint' },
  'take over by edit': { trigger: 'take over', call: 'update-endpoint', json: { take_over: true } },
  delete: { trigger: 'delete', call: 'delete-endpoint' },
  test: { trigger: 'send', call: 'send-test-event', json: {} },
};

const CHANGES: Readonly<Record<string, unknown>> = {
  demote: { role: 'viewer' },
  narrow: { role: 'admin', products: ['publishing'] },
  return: { role: 'admin', products: ['publishing', 'biolinks', 'salesbot'] },
};

/** Errors that concern the caller, not the endpoint. */
const OF_CALLERS = new Set(['api_key_invalid', 'permission_missing', 'product_not_permitted']);

type Api = Awaited<ReturnType<typeof startMemoryApi>>;

/** A workspace of three admins besides the one created with it, with a key each; the first one stays and has every permission. */
async function startWorld() {
  const api = await startMemoryApi();
  const founderKey = api.grant([...PERMISSIONS]);
  const admins = new Map<string, { id: string; key: string }>();
  for (const name of ADMINS) {
    const member = aMember({
      id: newId(api.clock()),
      workspaceId: api.workspaceId,
      email: `${name}@example.com`,
    });
    await api.putMember(member);
    admins.set(name, { id: member.id, key: api.grant(BOTH_PRODUCTS, { memberId: member.id }) });
  }
  const endpoints: string[] = [];
  const states = () => new Map(endpoints.map((id) => [id, endpointMachineState(api.core.endpoints.get(id))]));
  const admin = (name: string) => admins.get(name) ?? { id: '', key: '' };

  async function call(name: Parameters<Api['call']>[0], request: ApiRequest) {
    const { status, body } = await api.call(name, request);
    const isDone = Number(status) < 300;
    return { isDone, code: isDone ? undefined : String(body.code), body };
  }

  return { api, founderKey, endpoints, states, admin, call };
}

type World = Awaited<ReturnType<typeof startWorld>>;

async function take({ what, by, whom, endpoint }: Step, world: World): Promise<void> {
  const { endpoints, states, admin, call, founderKey } = world;
  const before = states();
  if (what === 'create') {
    const { isDone, body } = await call('create-endpoint', {
      key: admin(by).key,
      json: anEndpointBody({ enabled: true }),
    });
    if (isDone) {
      endpoints.push(String(body.data.id));
      expect(states().get(String(body.data.id))).toBe(ENDPOINT_MACHINE.initial);
    }
    return expectOthersUnchanged(before, states());
  }
  const edit = EDITS[what];
  if (!edit) {
    const params = { member: admin(whom).id };
    if (what === 'leave') await call('delete-member', { key: founderKey, params });
    else await call('update-member', { key: founderKey, params, json: CHANGES[what] });
    return expectAdminLeaves('admin leaves', before, states());
  }
  const id = endpoints[endpoint];
  if (id === undefined) return;
  const request = { key: admin(by).key, params: { endpoint: id } };
  const { isDone, code } = await call(
    edit.call,
    edit.json === undefined ? request : { ...request, json: edit.json },
  );
  const after = states();
  const [from, to] = [before.get(id) ?? 'deleted', after.get(id) ?? 'deleted'];
  if (isDone)
    expect([edit.trigger, from, to, mayLead(ENDPOINT_MACHINE, edit.trigger, from, to)]).toEqual([
      edit.trigger,
      from,
      to,
      true,
    ]);
  else expectRejected(edit.trigger, from, to, code ?? '');
  before.delete(id);
  expectOthersUnchanged(before, after);
}

/** An error changes nothing, and is that of the machine unless it concerns the caller. */
function expectRejected(
  trigger: Trigger,
  from: EndpointMachineState,
  to: EndpointMachineState,
  code: string,
): void {
  expect(to).toBe(from);
  if (OF_CALLERS.has(code)) return;
  const codes = ENDPOINT_MACHINE.triggers[trigger][from].flatMap((each) =>
    'reject' in each ? each.reject : [],
  );
  // Only an admin can take over, whatever the state of the endpoint.
  const known = trigger === 'take over' ? [...codes, 'admin_required'] : codes;
  expect([trigger, from, code]).toEqual([trigger, from, known.find((each) => each === code)]);
}

/** A change of a member leaves an endpoint unchanged, or is the transition of a leaving admin. */
function expectAdminLeaves(
  trigger: Trigger,
  before: ReadonlyMap<string, EndpointMachineState>,
  after: ReadonlyMap<string, EndpointMachineState>,
): void {
  for (const [id, from] of before) {
    const to = after.get(id) ?? 'deleted';
    expect([from, to, from === to || mayLead(ENDPOINT_MACHINE, trigger, from, to)]).toEqual([from, to, true]);
  }
}

function expectOthersUnchanged(
  before: ReadonlyMap<string, EndpointMachineState>,
  after: ReadonlyMap<string, EndpointMachineState>,
): void {
  for (const [id, state] of before) expect([id, after.get(id)]).toEqual([id, state]);
}

describe('the states of endpoints', () => {
  it('follows the state machine, whatever is done in whatever order', async () => {
    const law = fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 8, maxLength: 40, size: 'max' }), async (steps) => {
        const world = await startWorld();
        for (const by of ['ada', 'grace'] as const)
          await take({ what: 'create', by, whom: by, endpoint: 0 }, world);
        for (const each of steps) await take(each, world);
      }),
      { numRuns: runs(60) },
    );

    await expect(law).resolves.toBeUndefined();
  }, 60_000);

  it('visits every transition of the machine, so that the test above covers all of it', async () => {
    const [seen, wanted] = [new Set<string>(), new Set<string>()];
    for (const from of ENDPOINT_MACHINE.states)
      for (const to of ENDPOINT_MACHINE.states)
        for (const trigger of Object.keys(ENDPOINT_MACHINE.triggers) as Trigger[])
          if (from !== to && mayLead(ENDPOINT_MACHINE, trigger, from, to)) wanted.add(`${from} → ${to}`);
    const histories = fc.sample(fc.array(step, { minLength: 40, maxLength: 60, size: 'max' }), {
      numRuns: 60,
      seed: 7,
    });
    for (const steps of histories) {
      const world = await startWorld();
      for (const by of ['ada', 'grace'] as const)
        await take({ what: 'create', by, whom: by, endpoint: 0 }, world);
      for (const each of steps) {
        const before = world.states();
        await take(each, world);
        for (const [id, from] of before) {
          const to = world.states().get(id) ?? 'deleted';
          if (from !== to) seen.add(`${from} → ${to}`);
        }
      }
    }

    expect([...seen].toSorted()).toEqual([...wanted].toSorted());
  }, 60_000);
});
