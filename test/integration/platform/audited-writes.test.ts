import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { NO_BLOCKS } from '#shared/biolinks/domain/page-blocks.ts';
import { aBlock } from '#test/support/builders/biolinks/block-builders.ts';
import { aDomain, aPixel } from '#test/support/builders/biolinks/domain-builders.ts';
import { aPage } from '#test/support/builders/biolinks/page-builders.ts';
import { anEvent } from '#test/support/builders/events/event-builders.ts';
import { aMedia } from '#test/support/builders/files/media-builders.ts';
import {
  aContext,
  anOperatorContext,
  secondsAfterNow,
} from '#test/support/builders/platform/command-builders.ts';
import { aDelivery, aJob, aRecovery } from '#test/support/builders/webhooks/delivery-builders.ts';
import { anEdit, anEndpoint } from '#test/support/builders/webhooks/endpoint-builders.ts';
import {
  aMember,
  anApiKey,
  createWorkspaceIn,
} from '#test/support/builders/workspaces/workspace-builders.ts';
import { forAllTests } from '#test/support/fixtures/platform/for-tests.ts';
import { createDynamoFixture } from '#test/support/fixtures/platform/platform-fixture.ts';
import { startEmulator } from '#test/support/fixtures/platform/stacks/emulator.ts';
import { entriesOf, subjectsOf } from '#test/support/fixtures/workspaces/audit-trail.ts';

/** The effect of writes on the audit log, on the tables themselves; test/e2e covers that operations get there. */
describe('audit records of commands', () => {
  const emulator = forAllTests(startEmulator, 'stop');
  const fixture = forAllTests(() => createDynamoFixture(emulator.core, emulator.deliveries));
  const trail = (command: () => Promise<unknown>) => entriesOf(emulator.core, command);

  async function founded() {
    const { workspaceId, owned, admin, key } = await createWorkspaceIn(fixture.workspaces);
    const colleague = aMember({ workspaceId, email: 'grace@example.com' });
    await fixture.members.create(colleague, anOperatorContext());
    return { workspaceId, owned, admin, key, colleague };
  }

  it('for a new workspace identify the workspace, its member and the key', async () => {
    let made: Awaited<ReturnType<typeof createWorkspaceIn>> | undefined;
    const entries = await trail(async () => {
      made = await createWorkspaceIn(fixture.workspaces);
    });

    expect(subjectsOf(entries)).toEqual([
      `api_key ${made?.key.id}`,
      `member ${made?.admin.id}`,
      `workspace ${made?.workspaceId}`,
    ]);
    expect(new Set(entries.map(({ workspaceId }) => workspaceId))).toEqual(new Set([made?.workspaceId]));
  });

  it('for a new admin identify the member, not the workspace that counts admins', async () => {
    const { workspaceId } = await founded();
    const member = aMember({ workspaceId, email: 'new@example.com' });

    expect(subjectsOf(await trail(() => fixture.members.create(member, anOperatorContext())))).toEqual([
      `member ${member.id}`,
    ]);
  });

  it('for a demotion identify the member, their keys and their endpoints', async () => {
    const { workspaceId, admin, key, owned, colleague } = await founded();
    const endpoint = anEndpoint({ ...owned, workspaceId });
    await fixture.endpoints.create(endpoint, aContext());
    const before = (await fixture.workspaces.findMember(workspaceId, admin.id)) ?? admin;
    const after = { ...before, role: 'viewer', revision: before.revision + 1 } as const;

    expect(subjectsOf(await trail(() => fixture.members.update(before, after, anOperatorContext())))).toEqual(
      [`api_key ${key.id}`, `endpoint ${endpoint.id}`, `member ${admin.id}`],
    );
    expect(colleague.role).toBe('admin');
  });

  it('for the removal of a member identify the member and their keys', async () => {
    const { admin, key } = await founded();

    expect(subjectsOf(await trail(() => fixture.members.remove(admin, anOperatorContext())))).toEqual([
      `api_key ${key.id}`,
      `member ${admin.id}`,
    ]);
  });

  it('for keys identify the key, not the member whose revision changes', async () => {
    const { workspaceId, admin } = await founded();
    const owner = async () => (await fixture.workspaces.findMember(workspaceId, admin.id)) ?? admin;
    const key = anApiKey({ workspaceId, memberId: admin.id });
    const ownership = async () => ({ owner: await owner(), callerId: admin.id });
    const only = [`api_key ${key.id}`];

    const ownsNow = await ownership();
    expect(subjectsOf(await trail(() => fixture.managedKeys.create(key, ownsNow, aContext())))).toEqual(only);
    const ownsThen = await ownership();
    expect(subjectsOf(await trail(() => fixture.managedKeys.update(key, ownsThen, aContext())))).toEqual(
      only,
    );
    expect(await trail(() => fixture.apiKeys.recordKeyUse(key, secondsAfterNow(60)))).toEqual([]);
    expect(subjectsOf(await trail(() => fixture.managedKeys.revoke(key, anOperatorContext())))).toEqual(only);
  });

  it('for a workspace identify it', async () => {
    const { workspaceId } = await founded();
    const before = await fixture.workspaces.find(workspaceId);
    if (!before) throw new Error('The workspace is gone');
    const rename = () => fixture.workspaces.update(before, { ...before, name: 'Other' }, aContext());

    expect(subjectsOf(await trail(rename))).toEqual([`workspace ${workspaceId}`]);
  });

  it('for an endpoint identify it once: created, edited, rotated, removed', async () => {
    const { workspaceId, owned } = await founded();
    const endpoint = anEndpoint({ ...owned, workspaceId });
    const edit = anEdit(endpoint, { enabled: true });
    const rotated = { ...edit.endpoint, revision: edit.endpoint.revision + 1 };
    const once = [`endpoint ${endpoint.id}`];

    expect(subjectsOf(await trail(() => fixture.endpoints.create(endpoint, aContext())))).toEqual(once);
    expect(subjectsOf(await trail(() => fixture.endpoints.save(endpoint, edit, aContext())))).toEqual(once);
    const rotate = () => fixture.rotations.saveSecrets(edit.endpoint, rotated, aContext());
    expect(subjectsOf(await trail(rotate))).toEqual(once);
    expect(subjectsOf(await trail(() => fixture.endpoints.remove(rotated, aContext())))).toEqual(once);
  });

  it('for requested deliveries identify the delivery, and there are none for an ingested event and resends of a recovery', async () => {
    const event = anEvent();
    const delivery = aDelivery({ eventId: event.id });
    const test = () => fixture.requests.requestEvent(event, delivery, aContext());
    expect(subjectsOf(await trail(test))).toEqual([`delivery ${delivery.id}`]);

    const resend = aDelivery({ endpointId: delivery.endpointId, resendOf: delivery.id });
    const ask = (context = aContext()) => fixture.requests.requestResend(resend, delivery, aJob(), context);
    expect(subjectsOf(await trail(ask))).toEqual([`delivery ${resend.id}`]);

    const again = aDelivery({ endpointId: delivery.endpointId, resendOf: delivery.id });
    const change = { ...aContext().change, actor: { kind: 'system' } } as const;
    const recover = () => fixture.requests.requestResend(again, delivery, aJob(), aContext({ change }));
    expect(await trail(recover)).toEqual([]);
    expect(await trail(() => fixture.events.record(anEvent(), aContext(), undefined))).toEqual([]);
  });

  it('for a recovery identify the request, not its progress', async () => {
    const recovery = aRecovery();
    const create = () => fixture.recoveries.create(recovery, aContext());

    expect(subjectsOf(await trail(create))).toEqual([`recovery ${recovery.id}`]);
    expect(await trail(() => fixture.recoveries.advance(recovery, { cursor: 'x', resent: 1 }))).toEqual([]);
  });

  it('for a page identify it once: created, edited, moved, removed with its blocks', async () => {
    const page = aPage();
    const edited = { ...page, title: 'Other', revision: page.revision + 1 };
    const moved = { ...edited, slug: `moved-${randomUUID().slice(0, 8)}`, revision: edited.revision + 1 };
    const once = [`page ${page.id}`];

    expect(subjectsOf(await trail(() => fixture.pages.create(page, aContext())))).toEqual(once);
    expect(subjectsOf(await trail(() => fixture.pages.save(page, edited, aContext())))).toEqual(once);
    expect(subjectsOf(await trail(() => fixture.pages.save(edited, moved, aContext())))).toEqual(once);
    await fixture.blocks.create(NO_BLOCKS, aBlock({ pageId: page.id }), 0, aContext());
    expect(subjectsOf(await trail(() => fixture.pages.remove(moved, aContext())))).toEqual(once);
  });

  it('for blocks identify the block, and the order only when that was changed', async () => {
    const page = aPage();
    await fixture.pages.create(page, aContext());
    const { id: pageId, workspaceId } = page;
    const [one, two] = [aBlock({ pageId, workspaceId }), aBlock({ pageId, workspaceId })];
    const read = () => fixture.blocks.read(pageId);
    const add = async (block: typeof one) => fixture.blocks.create(await read(), block, 0, aContext());

    expect(subjectsOf(await trail(() => add(one)))).toEqual([`block ${one.id}`]);
    expect(subjectsOf(await trail(() => add(two)))).toEqual([`block ${two.id}`]);
    const hide = async () => fixture.blocks.save(await read(), { ...one, visible: false }, aContext());
    expect(subjectsOf(await trail(hide))).toEqual([`block ${one.id}`]);
    const turn = async () => fixture.blocks.reorder(await read(), pageId, [one.id, two.id], aContext());
    const turned = await trail(turn);
    expect(subjectsOf(turned)).toEqual([`block_order ${pageId}`]);
    expect(turned[0]?.workspaceId).toBe(workspaceId);
    const remove = async () => fixture.blocks.remove(await read(), two, aContext());
    expect(subjectsOf(await trail(remove))).toEqual([`block ${two.id}`]);
  });

  it('for domains and pixels identify each: created, verified, removed', async () => {
    const domain = aDomain();
    const verified = { ...domain, state: 'verified', verifiedAt: secondsAfterNow(1) } as const;
    const pixel = aPixel();

    const [itsDomain, itsPixel] = [[`domain ${domain.id}`], [`pixel ${pixel.id}`]];
    expect(subjectsOf(await trail(() => fixture.domains.create(domain, aContext())))).toEqual(itsDomain);
    expect(
      subjectsOf(await trail(() => fixture.domains.verify(domain, secondsAfterNow(1), aContext()))),
    ).toEqual(itsDomain);
    expect(subjectsOf(await trail(() => fixture.domains.remove(verified, aContext())))).toEqual(itsDomain);
    expect(subjectsOf(await trail(() => fixture.pixels.create(pixel, aContext())))).toEqual(itsPixel);
    expect(subjectsOf(await trail(() => fixture.pixels.remove(pixel, aContext())))).toEqual(itsPixel);
  });

  it('for a file of the media library identify it once: created, edited, removed', async () => {
    const media = aMedia({ state: 'pending' });
    const ready = { ...media, state: 'ready', revision: 2 } as const;
    const once = [`media ${media.uuid}`];

    expect(subjectsOf(await trail(() => fixture.media.create(media, aContext())))).toEqual(once);
    expect(subjectsOf(await trail(() => fixture.media.save(media, ready, aContext())))).toEqual(once);
    expect(subjectsOf(await trail(() => fixture.media.remove(ready, aContext())))).toEqual(once);
  });
});
