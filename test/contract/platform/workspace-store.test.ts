import { describe, expect, it } from 'vitest';
import { ConcurrentUpdateError } from '#shared/platform/core/errors.ts';
import type { Workspace } from '#shared/platform/identity/workspace.ts';
import { afterStep, handOver, requestRecompute } from '#shared/platform/identity/zone-recompute.ts';
import {
  aContext,
  anOperatorContext,
  secondsAfterNow,
  NOW,
} from '#test/support/builders/platform/command-builders.ts';
import { anEndpoint } from '#test/support/builders/webhooks/endpoint-builders.ts';
import { aNewWorkspace, aMember, anApiKey } from '#test/support/builders/workspaces/workspace-builders.ts';
import { describeStores } from '#test/support/fixtures/platform/platform-fixture.ts';

describeStores('WorkspaceStore', (fixture) => {
  it('returns a workspace with its members and keys as created', async () => {
    const newWorkspace = aNewWorkspace();
    const { workspace, admin, key } = newWorkspace;
    await fixture.workspaces.create(newWorkspace, aContext().change);

    expect(await fixture.workspaces.find(workspace.id)).toEqual(workspace);
    expect(await fixture.workspaces.findMember(workspace.id, admin.id)).toEqual(admin);
    expect(await fixture.apiKeys.findByHash(key.hash)).toEqual(key);
  });

  it('starts with an endpoint directory that accepts endpoints', async () => {
    const newWorkspace = aNewWorkspace();
    const { workspace, admin } = newWorkspace;
    await fixture.workspaces.create(newWorkspace, aContext().change);

    expect(await fixture.endpoints.readDirectory(workspace.id)).toEqual([]);
    const endpoint = anEndpoint({ workspaceId: workspace.id, responsibleMember: admin });
    await expect(fixture.endpoints.create(endpoint, aContext())).resolves.toBeUndefined();
  });

  it('finds no workspace and no member that was not created', async () => {
    expect(await fixture.workspaces.find(aNewWorkspace().workspace.id)).toBeUndefined();
    expect(await fixture.workspaces.findMember(aNewWorkspace().workspace.id, aMember().id)).toBeUndefined();
  });

  it('does not find a member under a third-party workspace', async () => {
    const [ours, foreign] = [aNewWorkspace(), aNewWorkspace()];
    await fixture.workspaces.create(ours, aContext().change);
    await fixture.workspaces.create(foreign, aContext().change);

    expect(await fixture.workspaces.findMember(foreign.workspace.id, ours.admin.id)).toBeUndefined();
  });

  it('is created once by a command that runs twice', async () => {
    const newWorkspace = aNewWorkspace();
    const { change } = aContext();
    await fixture.workspaces.create(newWorkspace, change);
    await fixture.workspaces.create(newWorkspace, change);

    expect(await fixture.workspaces.find(newWorkspace.workspace.id)).toEqual(newWorkspace.workspace);
  });

  it('writes name and time zone, and rejects an edit after another change', async () => {
    const newWorkspace = aNewWorkspace();
    const { workspace } = newWorkspace;
    await fixture.workspaces.create(newWorkspace, aContext().change);
    const after = { ...workspace, name: 'Café', timezone: 'UTC' };
    await fixture.workspaces.update(workspace, after, aContext());
    const late = fixture.workspaces.update(workspace, { ...workspace, name: 'Late' }, aContext());

    await expect(late).rejects.toThrow(ConcurrentUpdateError);
    expect(await fixture.workspaces.find(workspace.id)).toEqual(after);
    await expect(fixture.workspaces.update(aNewWorkspace().workspace, after, aContext())).rejects.toThrow(
      ConcurrentUpdateError,
    );
  });

  describe('recompute', () => {
    /** A workspace that moved to another time zone. */
    async function moved() {
      const newWorkspace = aNewWorkspace();
      const { workspace } = newWorkspace;
      await fixture.workspaces.create(newWorkspace, aContext().change);
      const recompute = requestRecompute(null, NOW);
      const after = { ...workspace, timezone: 'UTC', recompute };
      await fixture.workspaces.update(workspace, after, aContext());
      return { before: workspace, workspace: after, recompute };
    }

    const read = ({ id }: Workspace) => fixture.workspaces.find(id);
    const step = { moved: 2, kept: 1, last: 'p2', hasMore: true };
    const end = { moved: 0, kept: 0, last: null, hasMore: false };

    it('is requested in the write of the time zone', async () => {
      const { workspace } = await moved();

      expect(await read(workspace)).toEqual(workspace);
    });

    it('is recorded step by step to its end', async () => {
      const { workspace, recompute } = await moved();
      let current = recompute;
      for (const found of [step, end, end, end, end, end, end]) {
        const after = afterStep(current, found, secondsAfterNow(90));
        expect(await fixture.workspaces.advanceRecompute({ ...workspace, recompute: current }, after)).toBe(
          true,
        );
        expect(await read(workspace)).toEqual({ ...workspace, recompute: after });
        current = after;
      }

      expect(current).toMatchObject({ state: 'done', done: 2, kept: 1, due: null });
    });

    it('accepts each step once', async () => {
      const { workspace, recompute } = await moved();
      const after = afterStep(recompute, step, NOW);
      await fixture.workspaces.advanceRecompute(workspace, after);

      expect(await fixture.workspaces.advanceRecompute(workspace, after)).toBe(false);
      expect((await read(workspace))?.recompute).toEqual(after);
    });

    it('accepts no step of an earlier one, nor of one that was never requested', async () => {
      const { before, workspace, recompute } = await moved();
      const again = { ...workspace, timezone: 'Asia/Tokyo', recompute: requestRecompute(recompute, NOW) };
      await fixture.workspaces.update(workspace, again, aContext());

      expect(await fixture.workspaces.advanceRecompute(workspace, afterStep(recompute, step, NOW))).toBe(
        false,
      );
      expect(await fixture.workspaces.advanceRecompute(before, recompute)).toBe(false);
      expect(await read(workspace)).toEqual(again);
    });

    it('is unchanged by a new name, however far it has progressed', async () => {
      const { workspace, recompute } = await moved();
      const after = afterStep(recompute, step, NOW);
      await fixture.workspaces.advanceRecompute(workspace, after);
      await fixture.workspaces.update(workspace, { ...workspace, name: 'Café' }, aContext());

      expect(await read(workspace)).toMatchObject({ name: 'Café', recompute: after });
    });

    it('assigns each number to one plan: one of two concurrent changes is rejected', async () => {
      const { before, workspace, recompute } = await moved();
      const handed = handOver(recompute, NOW);
      await fixture.workspaces.advanceRecompute(workspace, handed);
      const asked = { ...workspace, timezone: 'Asia/Tokyo', recompute: requestRecompute(recompute, NOW) };

      await expect(fixture.workspaces.update(workspace, asked, aContext())).rejects.toThrow(
        ConcurrentUpdateError,
      );
      await expect(fixture.workspaces.update(before, asked, aContext())).rejects.toThrow(
        ConcurrentUpdateError,
      );
      expect((await read(workspace))?.recompute).toEqual(handed);
    });
  });

  it('still counts its admins when it is edited', async () => {
    const newWorkspace = aNewWorkspace();
    const { workspace, admin } = newWorkspace;
    await fixture.workspaces.create(newWorkspace, aContext().change);
    await fixture.workspaces.update(workspace, { ...workspace, name: 'Café' }, aContext());

    await expect(fixture.members.remove(admin, anOperatorContext())).rejects.toMatchObject({
      code: 'last_admin',
    });
    const second = aMember({ workspaceId: workspace.id, email: 'second@example.com' });
    await fixture.members.create(second, anOperatorContext());
    await expect(fixture.members.remove(admin, anOperatorContext())).resolves.toBeUndefined();
  });

  it('rejects creating a workspace over an existing one, and keeps that one', async () => {
    const newWorkspace = aNewWorkspace();
    const { workspace, admin } = newWorkspace;
    await fixture.workspaces.create(newWorkspace, aContext().change);
    await fixture.endpoints.create(
      anEndpoint({ workspaceId: workspace.id, responsibleMember: admin }),
      aContext(),
    );
    const intruder = { workspace: { ...workspace, name: 'Other' }, members: [aMember()], keys: [anApiKey()] };

    await expect(fixture.workspaces.create(intruder, aContext().change)).rejects.toThrow(
      ConcurrentUpdateError,
    );
    expect(await fixture.workspaces.find(workspace.id)).toEqual(workspace);
    expect(await fixture.endpoints.readDirectory(workspace.id)).toHaveLength(1);
    expect(await fixture.apiKeys.findByHash(intruder.keys[0]?.hash ?? '')).toBeUndefined();
  });
});
