import { describe, expect, it } from 'vitest';
import { authorise } from '#shared/platform/http/steps/authorise.ts';
import type { Permission } from '#shared/platform/identity/permissions.ts';
import { anHttpEvent, aStepContext } from '#test/support/fixtures/platform/http-event.ts';

const workspaceId = '01980000-0000-7000-8000-00000000000a';
const needed = ['publishing:webhooks:subscribe', 'salesbot:webhooks:subscribe'] as const;

function run(
  rule: 'all-of' | 'any-of',
  held: readonly Permission[],
  { permissions = needed, workspace }: { permissions?: readonly Permission[]; workspace?: string } = {},
) {
  const step = authorise({ kind: 'key', credential: 'workspace-key', rule, permissions });
  const principal = { workspaceId, keyId: 'k', memberId: 'm', permissions: new Set(held) };
  const params = workspace === undefined ? {} : { workspace };
  return () => step({ event: anHttpEvent({ params }), context: aStepContext({ principal }) });
}

describe('authorise, permissions', () => {
  it('asks for every one of all-of and names what is missing (G6)', () => {
    expect(run('all-of', needed)).not.toThrow();
    expect(run('all-of', ['publishing:webhooks:subscribe'])).toThrow(
      expect.objectContaining({
        code: 'permission_missing',
        message: expect.stringContaining(' and '),
        extras: { required_permissions: needed, missing_permissions: ['salesbot:webhooks:subscribe'] },
      }),
    );
  });

  it('asks for one of any-of', () => {
    expect(run('any-of', ['salesbot:webhooks:subscribe'])).not.toThrow();
    expect(run('any-of', ['salesbot:events:write'])).toThrow(
      expect.objectContaining({
        code: 'permission_missing',
        message: expect.stringContaining(' or '),
        extras: { required_permissions: needed, missing_permissions: needed },
      }),
    );
  });

  it.each(['all-of', 'any-of'] as const)('lets every key pass where %s names none', (rule) => {
    expect(run(rule, [], { permissions: [] })).not.toThrow();
  });

  it('does not let write stand for read', () => {
    const permissions: Permission[] = ['publishing:posts:read'];

    expect(run('all-of', ['publishing:posts:write'], { permissions })).toThrow(/posts:read/u);
  });

  it('is an error of ours if nobody authenticated', () => {
    const step = authorise({ kind: 'key', credential: 'workspace-key', rule: 'all-of', permissions: [] });

    expect(() => step({ event: anHttpEvent(), context: aStepContext() })).toThrow('not authenticated');
  });
});

describe('authorise, the workspace in the path (G5)', () => {
  it.each([workspaceId, workspaceId.toUpperCase()])('takes its own, %s', (workspace) => {
    expect(run('all-of', needed, { workspace })).not.toThrow();
  });

  it.each(['01980000-0000-7000-8000-00000000000b', 'not-a-uuid', '', ' '])(
    'refuses %j, existing or not, in the same words and before permissions',
    (workspace) => {
      expect(run('all-of', [], { workspace })).toThrow(
        expect.objectContaining({
          code: 'workspace_mismatch',
          message: 'The workspace in the path is not the workspace of the API key.',
        }),
      );
    },
  );
});
