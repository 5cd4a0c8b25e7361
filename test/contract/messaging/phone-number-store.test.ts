import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import type { PhoneNumber } from '#shared/messaging/domain/phone-number.ts';
import { ConcurrentUpdateError, DuplicateRequestError } from '#shared/platform/core/errors.ts';
import { newId } from '#shared/platform/runtime/ids.ts';
import { aPhoneNumber, rejected, verified } from '#test/support/builders/messaging/phone-number-builders.ts';
import {
  aContext,
  anIdempotencyRecord,
  secondsAfterNow,
} from '#test/support/builders/platform/command-builders.ts';
import { describeStores } from '#test/support/fixtures/platform/platform-fixture.ts';

/** Codes of errors, "done" for successes. */
async function outcomes(commands: readonly Promise<unknown>[]): Promise<string[]> {
  const results = await Promise.allSettled(commands);
  return results.map((result) => (result.status === 'fulfilled' ? 'done' : String(result.reason.code)));
}

describeStores('PhoneNumberStore', (fixture) => {
  async function connected(overrides: Partial<PhoneNumber> = {}): Promise<PhoneNumber> {
    const number = aPhoneNumber(overrides);
    await fixture.numbers.create(number, aContext());
    return number;
  }

  async function inUse(overrides: Partial<PhoneNumber> = {}): Promise<PhoneNumber> {
    const before = await connected(overrides);
    await fixture.numbers.save(before, verified(before), aContext());
    return verified(before);
  }

  describe('create', () => {
    it('returns the number as connected, to its own workspace', async () => {
      const number = await connected({
        platform: 'whatsapp',
        businessAccountId: 'waba-1',
        originationId: null,
      });

      expect(await fixture.numbers.find(number.workspaceId, number.id)).toEqual(number);
      expect(await fixture.numbers.find(randomUUID(), number.id)).toBeUndefined();
      expect(await fixture.numbers.find(number.workspaceId, randomUUID())).toBeUndefined();
    });

    it('rejects a phone number that the workspace has connected on the platform, and identifies it', async () => {
      const { id, workspaceId, phone } = await connected();

      await expect(connected({ workspaceId, phone })).rejects.toMatchObject({
        code: 'phone_number_exists',
        extras: { phone_number_id: id },
      });
      await expect(connected({ workspaceId, phone, platform: 'whatsapp' })).resolves.toBeDefined();
    });

    it('lets two workspaces connect a phone number that neither has verified', async () => {
      const { phone } = await connected();

      await expect(connected({ phone })).resolves.toMatchObject({ phone });
    });

    it('lets one of two racing requests connect a phone number', async () => {
      const { workspaceId, phone } = aPhoneNumber();
      const twins = [aPhoneNumber({ workspaceId, phone }), aPhoneNumber({ workspaceId, phone })];
      const done = await outcomes(twins.map((number) => fixture.numbers.create(number, aContext())));

      expect(done.toSorted()).toEqual(['done', 'phone_number_exists']);
      expect(await fixture.numbers.list(workspaceId)).toHaveLength(1);
    });

    it('stores the response with it, and reports an earlier one', async () => {
      const idempotencyRecord = anIdempotencyRecord();
      await fixture.numbers.create(aPhoneNumber(), aContext({ idempotencyRecord }));

      await expect(fixture.numbers.create(aPhoneNumber(), aContext({ idempotencyRecord }))).rejects.toThrow(
        DuplicateRequestError,
      );
    });

    it('rejects a number above the quota', async () => {
      const { workspaceId } = aPhoneNumber();
      await fixture.leaveRoom(workspaceId, 'phone-numbers', 1);
      const last = await connected({ workspaceId });

      await expect(connected({ workspaceId })).rejects.toMatchObject({ code: 'quota_exceeded' });
      await fixture.numbers.remove(last, aContext());
      await expect(connected({ workspaceId })).resolves.toBeDefined();
    });
  });

  describe('list', () => {
    it('returns the numbers of the workspace and nothing else, oldest first', async () => {
      const workspaceId = randomUUID();
      const ids = [1, 2, 3].map((second) => newId(secondsAfterNow(second)));
      for (const id of ids.toReversed()) await inUse({ workspaceId, id });
      await connected();

      expect((await fixture.numbers.list(workspaceId)).map(({ id }) => id)).toEqual(ids);
    });
  });

  describe('save', () => {
    it('gives a phone number to the first workspace that verifies it', async () => {
      const { phone } = aPhoneNumber();
      const rivals = [await connected({ phone }), await connected({ phone })];
      const done = await outcomes(
        rivals.map((before) => fixture.numbers.save(before, verified(before), aContext())),
      );
      const states = await Promise.all(
        rivals.map(async ({ workspaceId, id }) => (await fixture.numbers.find(workspaceId, id))?.state),
      );

      expect(done.toSorted()).toEqual(['done', 'phone_number_taken']);
      expect(new Set(states)).toEqual(new Set(['unverified', 'verified']));
    });

    it('keeps the claim of a number that is verified again', async () => {
      const first = await inUse();
      await fixture.numbers.save(first, { ...first, revision: first.revision + 1 }, aContext());
      const rival = await connected({ phone: first.phone });

      await expect(fixture.numbers.save(rival, verified(rival), aContext())).rejects.toMatchObject({
        code: 'phone_number_taken',
      });
    });

    it('releases the phone number of a number that is rejected', async () => {
      const first = await inUse();
      await fixture.numbers.save(first, rejected(first), aContext());
      const rival = await connected({ phone: first.phone });

      await expect(fixture.numbers.save(rival, verified(rival), aContext())).resolves.toBeUndefined();
      expect(await fixture.numbers.findReceiver('sms', first.phone)).toEqual(verified(rival));
    });

    it('lets any number of workspaces verify one number of the sandbox', async () => {
      const { phone } = await inUse({ platform: 'sandbox', originationId: null });

      await expect(inUse({ platform: 'sandbox', originationId: null, phone })).resolves.toBeDefined();
      expect(await fixture.numbers.findReceiver('sandbox', phone)).toBeUndefined();
    });

    it('rejects a number that changed or was disconnected since it was read', async () => {
      const before = await connected();
      await fixture.numbers.save(before, rejected(before), aContext());
      const gone = await connected();
      await fixture.numbers.remove(gone, aContext());

      await expect(fixture.numbers.save(before, verified(before), aContext())).rejects.toThrow(
        ConcurrentUpdateError,
      );
      await expect(fixture.numbers.save(gone, verified(gone), aContext())).rejects.toThrow(
        ConcurrentUpdateError,
      );
      expect(await fixture.numbers.findReceiver('sms', gone.phone)).toBeUndefined();
    });
  });

  describe('findReceiver', () => {
    it('finds a verified number by its platform and phone number only', async () => {
      const number = await inUse();
      const unverified = await connected();

      expect(await fixture.numbers.findReceiver('sms', number.phone)).toEqual(number);
      expect(await fixture.numbers.findReceiver('whatsapp', number.phone)).toBeUndefined();
      expect(await fixture.numbers.findReceiver('sms', unverified.phone)).toBeUndefined();
    });
  });

  describe('remove', () => {
    it.each(['unverified', 'verified'])('releases the phone number of a number that is %s', async (state) => {
      const number = state === 'verified' ? await inUse() : await connected();
      await fixture.numbers.remove(number, aContext());

      expect(await fixture.numbers.find(number.workspaceId, number.id)).toBeUndefined();
      expect(await fixture.numbers.findReceiver('sms', number.phone)).toBeUndefined();
      await expect(inUse({ workspaceId: number.workspaceId, phone: number.phone })).resolves.toBeDefined();
    });

    it('keeps the claim of another workspace', async () => {
      const pending = await connected();
      const holder = await inUse({ phone: pending.phone });
      await fixture.numbers.remove(pending, aContext());

      expect(await fixture.numbers.findReceiver('sms', holder.phone)).toEqual(holder);
    });

    it('rejects a second removal, and one of a number that was verified since it was read', async () => {
      const gone = await connected();
      await fixture.numbers.remove(gone, aContext());
      const before = await connected();
      await fixture.numbers.save(before, verified(before), aContext());

      await expect(fixture.numbers.remove(gone, aContext())).rejects.toThrow(ConcurrentUpdateError);
      await expect(fixture.numbers.remove(before, aContext())).rejects.toThrow(ConcurrentUpdateError);
    });
  });
});
