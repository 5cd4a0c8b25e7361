import { expect, it } from 'vitest';
import { DuplicateRequestError } from '#shared/platform/core/errors.ts';
import {
  aContext,
  anIdempotencyRecord,
  secondsAfterNow,
  NOW,
} from '#test/support/builders/platform/command-builders.ts';
import { describeStores } from '#test/support/fixtures/platform/platform-fixture.ts';

function changeAt(at: Date) {
  return { ...aContext().change, at };
}

describeStores('IdempotencyStore', (fixture) => {
  it('returns a stored response', async () => {
    const [plain, sealed] = [anIdempotencyRecord(), anIdempotencyRecord({ sealedSecret: 'sealed' })];
    await fixture.responses.remember(plain, aContext().change);
    await fixture.responses.remember(sealed, aContext().change);

    expect(await fixture.responses.find(plain.id, NOW)).toEqual(plain);
    expect(await fixture.responses.find(sealed.id, NOW)).toEqual(sealed);
  });

  it('finds nothing under another id', async () => {
    expect(await fixture.responses.find(anIdempotencyRecord().id, NOW)).toBeUndefined();
  });

  it('does not find an expired response', async () => {
    const answer = anIdempotencyRecord({ expiresAt: secondsAfterNow(60) });
    await fixture.responses.remember(answer, aContext().change);

    expect(await fixture.responses.find(answer.id, secondsAfterNow(59))).toEqual(answer);
    expect(await fixture.responses.find(answer.id, secondsAfterNow(60))).toBeUndefined();
  });

  it('rejects a second response under one id and keeps the first', async () => {
    const first = anIdempotencyRecord();
    await fixture.responses.remember(first, aContext().change);

    await expect(fixture.responses.remember({ ...first, status: 409 }, aContext().change)).rejects.toThrow(
      DuplicateRequestError,
    );
    expect(await fixture.responses.find(first.id, NOW)).toEqual(first);
  });

  it('replaces an expired response', async () => {
    const first = anIdempotencyRecord({ expiresAt: secondsAfterNow(60) });
    const second = { ...first, status: 409, expiresAt: secondsAfterNow(3600) };
    await fixture.responses.remember(first, aContext().change);
    await fixture.responses.remember(second, changeAt(secondsAfterNow(60)));

    expect(await fixture.responses.find(first.id, secondsAfterNow(61))).toEqual(second);
  });

  it('stores once when the same command runs twice', async () => {
    const answer = anIdempotencyRecord();
    const { change } = aContext();
    await fixture.responses.remember(answer, change);

    await expect(fixture.responses.remember(answer, change)).resolves.toBeUndefined();
    expect(await fixture.responses.find(answer.id, NOW)).toEqual(answer);
  });
});
