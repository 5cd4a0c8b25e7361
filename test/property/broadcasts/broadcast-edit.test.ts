import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type DirectBroadcastEdit, editBroadcast } from '#shared/broadcasts/domain/broadcast-edit.ts';
import { newId } from '#shared/platform/runtime/ids.ts';
import { aBroadcast } from '#test/support/builders/broadcasts/broadcast-builders.ts';
import { aContext, NOW } from '#test/support/builders/platform/command-builders.ts';
import { runs } from '#test/support/fixtures/platform/depth.ts';
import { forAllTests } from '#test/support/fixtures/platform/for-tests.ts';
import { PLATFORM_FIXTURES } from '#test/support/fixtures/platform/platform-fixture.ts';

const RUNS: Readonly<Record<string, number>> = { 'in memory': 300, 'on DynamoDB': 150 };

/** Few values, so that an edit often repeats the current one. */
const members = {
  name: fc.constantFrom('a', 'b'),
  message: fc.record(
    { type: fc.constantFrom('text', 'image'), body: fc.constantFrom('x', 'y') },
    { requiredKeys: [] },
  ),
  channel: fc.constantFrom('all', 'sms'),
  audience: fc.constantFrom(null, '{"a":1}'),
  requiresApproval: fc.boolean(),
};

const edits: fc.Arbitrary<DirectBroadcastEdit> = fc.record(
  { ...members, requiresApproval: fc.constant(true) },
  { requiredKeys: [] },
);

const approvals = fc.option(
  fc.record({
    by: fc.constant('01980000-0000-7000-8000-000000000001'),
    at: fc.constant(NOW),
    contentChangedSince: fc.boolean(),
  }),
);

const befores = fc
  .record({
    name: members.name,
    message: fc.record({ type: fc.constantFrom('text', 'image'), body: fc.constantFrom('x', 'y') }),
    channel: members.channel,
    audience: members.audience,
    requiresApproval: members.requiresApproval,
    approval: approvals,
    waivedBy: fc.option(fc.constant('01980000-0000-7000-8000-000000000002')),
  })
  .map(({ waivedBy, ...fields }) => {
    const approvalWaivedBy = fields.requiresApproval ? null : waivedBy;
    return aBroadcast({ id: newId(NOW), workspaceId: randomUUID(), ...fields, approvalWaivedBy });
  });

function isEmpty({ message, ...rest }: DirectBroadcastEdit): boolean {
  return Object.values({ ...rest, ...message }).every((value) => value === undefined);
}

describe.each(PLATFORM_FIXTURES)('a blind edit $name', ({ name, start }) => {
  const fixture = forAllTests(start, 'stop');
  it('writes what the domain computes for the broadcast, or nothing at all', async () => {
    await fc.assert(
      fc.asyncProperty(
        befores,
        edits.filter((edit) => !isEmpty(edit)),
        async (before, edit) => {
          await fixture.broadcasts.create(before, aContext());
          const guard = { states: ['draft'] } as const;
          const { written, broadcast } = await fixture.broadcasts.edit(before, edit, guard, aContext());
          const after = editBroadcast(before, edit, NOW);
          const { requiresApproval: _, ...content } = edit;
          const leavesContent = editBroadcast(before, content, NOW) === undefined;

          expect(broadcast).toEqual(written ? after : before);
          expect(await fixture.broadcasts.find(before.workspaceId, before.id)).toEqual(broadcast);
          // Only a requirement of approval that changes next to unchanged content is left to a second read.
          if (!written && after) expect([leavesContent, isEmpty(content)]).toEqual([true, false]);
        },
      ),
      { numRuns: runs(RUNS[name] ?? 0) },
    );
  });
});
