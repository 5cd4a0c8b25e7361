import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ConcurrentUpdateError } from '#shared/platform/core/errors.ts';
import type { Workspace } from '#shared/platform/identity/workspace.ts';
import { afterStep, handOver, requestRecompute } from '#shared/platform/identity/zone-recompute.ts';
import {
  aContext,
  aNewWorkspace,
  aMember,
  anApiKey,
  anEndpoint,
  anOperatorContext,
  secondsAfterNow,
  NOW,
} from '#test/support/builders/platform/builders.ts';
import { PLATFORM_BENCHES, type PlatformFixture } from '#test/support/fixtures/platform/platform-fixture.ts';

describe.each(PLATFORM_BENCHES)('WorkspaceStore $name', ({ start }) => {
  let bench: PlatformFixture;
  beforeAll(async () => {
    bench = await start();
  });
  afterAll(() => bench?.stop());

  it('returns a workspace with its members and keys as created', async () => {
    const newWorkspace = aNewWorkspace();
    const { workspace, admin, key } = newWorkspace;
    await bench.workspaces.create(newWorkspace, aContext().change);

    expect(await bench.workspaces.find(workspace.id)).toEqual(workspace);
    expect(await bench.workspaces.findMember(workspace.id, admin.id)).toEqual(admin);
    expect(await bench.apiKeys.findByHash(key.hash)).toEqual(key);
  });

  it('starts with an endpoint directory that accepts endpoints', async () => {
    const newWorkspace = aNewWorkspace();
    const { workspace, admin } = newWorkspace;
    await bench.workspaces.create(newWorkspace, aContext().change);

    expect(await bench.endpoints.readDirectory(workspace.id)).toEqual([]);
    const endpoint = anEndpoint({ workspaceId: workspace.id, responsibleMember: admin });
    await expect(bench.endpoints.create(endpoint, aContext())).resolves.toBeUndefined();
  });

  it('finds no workspace and no member that was not created', async () => {
    expect(await bench.workspaces.find(aNewWorkspace().workspace.id)).toBeUndefined();
    expect(await bench.workspaces.findMember(aNewWorkspace().workspace.id, aMember().id)).toBeUndefined();
  });

  it('does not find a member under a third-party workspace', async () => {
    const [ours, foreign] = [aNewWorkspace(), aNewWorkspace()];
    await bench.workspaces.create(ours, aContext().change);
    await bench.workspaces.create(foreign, aContext().change);

    expect(await bench.workspaces.findMember(foreign.workspace.id, ours.admin.id)).toBeUndefined();
  });

  it('is created once by a command that runs twice', async () => {
    const newWorkspace = aNewWorkspace();
    const { change } = aContext();
    await bench.workspaces.create(newWorkspace, change);
    await bench.workspaces.create(newWorkspace, change);

    expect(await bench.workspaces.find(newWorkspace.workspace.id)).toEqual(newWorkspace.workspace);
  });

  it('writes name and time zone, and rejects an edit after another change', async () => {
    const newWorkspace = aNewWorkspace();
    const { workspace } = newWorkspace;
    await bench.workspaces.create(newWorkspace, aContext().change);
    const after = { ...workspace, name: 'Café', timezone: 'UTC' };
    await bench.workspaces.update(workspace, after, aContext());
    const late = bench.workspaces.update(workspace, { ...workspace, name: 'Late' }, aContext());

    await expect(late).rejects.toThrow(ConcurrentUpdateError);
    expect(await bench.workspaces.find(workspace.id)).toEqual(after);
    await expect(bench.workspaces.update(aNewWorkspace().workspace, after, aContext())).rejects.toThrow(
      ConcurrentUpdateError,
    );
  });

  describe('recompute', () => {
    /** A workspace that moved to another time zone. */
    async function moved() {
      const newWorkspace = aNewWorkspace();
      const { workspace } = newWorkspace;
      await bench.workspaces.create(newWorkspace, aContext().change);
      const recompute = requestRecompute(null, NOW);
      const after = { ...workspace, timezone: 'UTC', recompute };
      await bench.workspaces.update(workspace, after, aContext());
      return { before: workspace, workspace: after, recompute };
    }

    const read = ({ id }: Workspace) => bench.workspaces.find(id);
    const step = { moved: 2, kept: 1, last: 'p2', hasMore: true };
    const end = { moved: 0, kept: 0, last: null, hasMore: false };

    it('is requested in the write of the time zone', async () => {
      const { workspace } = await moved();

      expect(await read(workspace)).toEqual(workspace);
    });

    it('is recorded step by step to its end', async () => {
      const { workspace, recompute } = await moved();
      let current = recompute;
      for (const found of [step, end, end, end, end]) {
        const after = afterStep(current, found, secondsAfterNow(90));
        expect(await bench.workspaces.advanceRecompute({ ...workspace, recompute: current }, after)).toBe(
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
      await bench.workspaces.advanceRecompute(workspace, after);

      expect(await bench.workspaces.advanceRecompute(workspace, after)).toBe(false);
      expect((await read(workspace))?.recompute).toEqual(after);
    });

    it('accepts no step of an earlier one, nor of one that was never requested', async () => {
      const { before, workspace, recompute } = await moved();
      const again = { ...workspace, timezone: 'Asia/Tokyo', recompute: requestRecompute(recompute, NOW) };
      await bench.workspaces.update(workspace, again, aContext());

      expect(await bench.workspaces.advanceRecompute(workspace, afterStep(recompute, step, NOW))).toBe(false);
      expect(await bench.workspaces.advanceRecompute(before, recompute)).toBe(false);
      expect(await read(workspace)).toEqual(again);
    });

    it('is unchanged by a new name, however far it has progressed', async () => {
      const { workspace, recompute } = await moved();
      const after = afterStep(recompute, step, NOW);
      await bench.workspaces.advanceRecompute(workspace, after);
      await bench.workspaces.update(workspace, { ...workspace, name: 'Café' }, aContext());

      expect(await read(workspace)).toMatchObject({ name: 'Café', recompute: after });
    });

    it('assigns each number to one plan: one of two concurrent changes is rejected', async () => {
      const { before, workspace, recompute } = await moved();
      const handed = handOver(recompute, NOW);
      await bench.workspaces.advanceRecompute(workspace, handed);
      const asked = { ...workspace, timezone: 'Asia/Tokyo', recompute: requestRecompute(recompute, NOW) };

      await expect(bench.workspaces.update(workspace, asked, aContext())).rejects.toThrow(
        ConcurrentUpdateError,
      );
      await expect(bench.workspaces.update(before, asked, aContext())).rejects.toThrow(ConcurrentUpdateError);
      expect((await read(workspace))?.recompute).toEqual(handed);
    });
  });

  it('still counts its admins when it is edited', async () => {
    const newWorkspace = aNewWorkspace();
    const { workspace, admin } = newWorkspace;
    await bench.workspaces.create(newWorkspace, aContext().change);
    await bench.workspaces.update(workspace, { ...workspace, name: 'Café' }, aContext());

    await expect(bench.members.remove(admin, anOperatorContext())).rejects.toMatchObject({
      code: 'last_admin',
    });
    const second = aMember({ workspaceId: workspace.id, email: 'second@example.com' });
    await bench.members.create(second, anOperatorContext());
    await expect(bench.members.remove(admin, anOperatorContext())).resolves.toBeUndefined();
  });

  it('rejects creating a workspace over an existing one, and keeps that one', async () => {
    const newWorkspace = aNewWorkspace();
    const { workspace, admin } = newWorkspace;
    await bench.workspaces.create(newWorkspace, aContext().change);
    await bench.endpoints.create(
      anEndpoint({ workspaceId: workspace.id, responsibleMember: admin }),
      aContext(),
    );
    const intruder = { workspace: { ...workspace, name: 'Other' }, members: [aMember()], keys: [anApiKey()] };

    await expect(bench.workspaces.create(intruder, aContext().change)).rejects.toThrow(ConcurrentUpdateError);
    expect(await bench.workspaces.find(workspace.id)).toEqual(workspace);
    expect(await bench.endpoints.readDirectory(workspace.id)).toHaveLength(1);
    expect(await bench.apiKeys.findByHash(intruder.keys[0]?.hash ?? '')).toBeUndefined();
  });
});
