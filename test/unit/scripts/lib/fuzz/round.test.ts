import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { OpenApi } from '#scripts/lib/conformance/open-api.ts';
import type { Received } from '#scripts/lib/conformance/response-check.ts';
import type { PlannedRequest } from '#scripts/lib/fuzz/planned-request.ts';
import { createRound } from '#scripts/lib/fuzz/round.ts';
import { createTally } from '#scripts/lib/fuzz/tally.ts';
import type { StreamChange } from '#scripts/lib/stack/change-stream.ts';

const described = {
  headers: { 'X-Request-Id': {} },
  content: { 'application/json': { schema: { type: 'object', properties: { code: { type: 'string' } } } } },
};
const document: OpenApi = {
  paths: {
    '/things': {
      post: { operationId: 'makeThing', parameters: [], responses: { 201: described, 422: described } },
    },
  },
  components: { schemas: {} },
};
const planned: PlannedRequest = {
  kind: 'valid',
  method: 'POST',
  path: '/things',
  turn: 0,
  query: {},
  headers: {},
  caller: 'admin',
  body: '{}',
};
const target = {
  baseUrl: 'http://127.0.0.1:1',
  receiverUrl: 'http://127.0.0.1:2',
  workspaceId: 'w1',
  otherWorkspaceId: 'w2',
  keys: { admin: '', second: '', narrow: '', other: '', nobody: '', token: '', wrong: '', two: '' },
  spared: new Set<string>(),
};

type Step = { readonly answer: Partial<Received> | Error; readonly changes?: readonly StreamChange[] };

/** The findings of a round in which each step is a response with the changes until then. */
async function faultsOf(...steps: readonly Step[]): Promise<(readonly [string, string])[]> {
  const tally = createTally();
  let at = -1;
  const ways = {
    wire: {
      send: async () => {
        at += 1;
        const { answer } = steps[at] ?? { answer: {} };
        if (answer instanceof Error) throw answer;
        const headers = { 'content-type': 'application/json', 'x-request-id': `r${at + 1}` };
        return { status: 201, headers, text: '{}', ...answer };
      },
    },
    changes: { next: async () => steps[at]?.changes ?? [] },
  };
  const round = createRound(document, target, ways, tally);
  while (at < steps.length - 1) await round.run(planned);
  return tally.faults().map(([group, { what }]) => [group, what] as const);
}

function written(request: string, nonce: string, before?: string): StreamChange {
  const item = (each: string) => ({ lastChange: { requestId: request, nonce: each } });
  return { key: 'P#1 P', before: before === undefined ? undefined : item(before), after: item(nonce) };
}

const rejected = { status: 422, text: '{"code":"required"}' };
const deleted: StreamChange = { key: 'P#1 P', before: { name: 'Ada' }, after: undefined };

describe('a round of the fuzzer', () => {
  beforeEach(() => {
    vi.spyOn(console, 'log').mockImplementation(() => {});
  });
  afterEach(() => {
    vi.restoreAllMocks();
  });

  it('finds nothing if responses are as documented and errors change nothing', async () => {
    expect(
      await faultsOf({ answer: {}, changes: [written('r1', 'a'), deleted] }, { answer: rejected }),
    ).toEqual([]);
  });

  it('finds a failure of the server', async () => {
    const [first] = await faultsOf({ answer: { status: 503 } });

    expect(first).toEqual(['5xx POST /things', '503 {}']);
  });

  it('finds an undocumented response', async () => {
    const groups = await faultsOf({ answer: { text: '{"odd":1}' } }, { answer: { status: 410 } });

    expect(groups.map(([group]) => group)).toEqual([
      expect.stringMatching(/^POST \/things 201 .*odd/u),
      'POST /things 410 status 410 is not documented',
    ]);
  });

  it('finds a request without a response', async () => {
    expect(await faultsOf({ answer: new Error('hung up') })).toEqual([
      ['no response POST /things', 'no response: Error: hung up'],
    ]);
  });

  it.each<[string, StreamChange, string]>([
    ['creates something', written('r1', 'a'), 'P P is new'],
    ['changes something', written('r1', 'b', 'a'), 'P P is changed'],
    ['deletes something', deleted, 'P P is deleted'],
    ['changes an item without an id', { key: 'S#1 S', before: { n: 1 }, after: { n: 2 } }, 'S S is changed'],
    [
      'leaves an entry in the audit log',
      { key: 'AU#w1#2026-11 0198aaaa-1', before: undefined, after: { requestId: 'r1' } },
      'AU id is new',
    ],
  ])('finds an error that %s, even if it does so only once', async (_, change, how) => {
    const faults = await faultsOf({ answer: rejected, changes: [change] }, { answer: rejected });

    expect(faults).toEqual([
      [expect.stringContaining('trace POST /things'), `${how} by 422 ${rejected.text}`],
    ]);
  });

  it.each<[string, StreamChange]>([
    ['write', written('r1', 'b', 'a')],
    ['entry in the audit log', { key: 'AU#w1#1 id', before: undefined, after: { requestId: 'r1' } }],
  ])('finds a %s that comes after later answers', async (_, change) => {
    expect(
      await faultsOf({ answer: rejected }, { answer: {} }, { answer: {}, changes: [change] }),
    ).toHaveLength(1);
  });

  it.each<[string, StreamChange]>([
    ['what another request started', written('r0', 'b', 'a')],
    [
      'what a consumer makes on its way',
      { key: 'P#1 PUB#1#1', before: undefined, after: { lastChange: { nonce: 'n' } } },
    ],
    ['the last use of a key', { key: 'K#h K', before: { n: 1 }, after: { n: 2 } }],
  ])('ignores %s', async (_, change) => {
    expect(await faultsOf({ answer: rejected, changes: [change] })).toEqual([]);
  });

  it('counts the combinations of operation, status and code that were rejected', async () => {
    const tally = createTally();
    tally.count('A', 'valid', 422, 'required');
    tally.count('A', 'valid', 422, 'required');
    tally.count('A', 'valid', 404, 'page_not_found');
    tally.count('B', 'valid', 200, undefined);

    expect(tally.summary(['A', 'B'])).toMatchObject({
      rejected: { requests: 3, combinations: 2 },
      neverSucceeded: ['A'],
    });
  });
});
