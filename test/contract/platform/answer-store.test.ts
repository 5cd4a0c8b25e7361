import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { AlreadyAnsweredError } from '#shared/platform/core/errors.ts';
import { aContext, anAnswer, later, NOW } from '#test/support/builders/platform/builders.ts';
import { PLATFORM_BENCHES, type PlatformBench } from '#test/support/fixtures/platform/platform-bench.ts';

function changeAt(at: Date) {
  return { ...aContext().change, at };
}

describe.each(PLATFORM_BENCHES)('AnswerStore $name', ({ start }) => {
  let bench: PlatformBench;
  beforeAll(async () => {
    bench = await start();
  });
  afterAll(() => bench?.stop());

  it('gives back an answer as it was remembered', async () => {
    const [plain, sealed] = [anAnswer(), anAnswer({ sealedSecret: 'sealed' })];
    await bench.answers.remember(plain, aContext().change);
    await bench.answers.remember(sealed, aContext().change);

    expect(await bench.answers.find(plain.id, NOW)).toEqual(plain);
    expect(await bench.answers.find(sealed.id, NOW)).toEqual(sealed);
  });

  it('finds nothing under another id', async () => {
    expect(await bench.answers.find(anAnswer().id, NOW)).toBeUndefined();
  });

  it('does not find an expired answer', async () => {
    const answer = anAnswer({ expiresAt: later(60) });
    await bench.answers.remember(answer, aContext().change);

    expect(await bench.answers.find(answer.id, later(59))).toEqual(answer);
    expect(await bench.answers.find(answer.id, later(60))).toBeUndefined();
  });

  it('refuses a second answer under one id and keeps the first', async () => {
    const first = anAnswer();
    await bench.answers.remember(first, aContext().change);

    await expect(bench.answers.remember({ ...first, status: 409 }, aContext().change)).rejects.toThrow(
      AlreadyAnsweredError,
    );
    expect(await bench.answers.find(first.id, NOW)).toEqual(first);
  });

  it('replaces an expired answer', async () => {
    const first = anAnswer({ expiresAt: later(60) });
    const second = { ...first, status: 409, expiresAt: later(3600) };
    await bench.answers.remember(first, aContext().change);
    await bench.answers.remember(second, changeAt(later(60)));

    expect(await bench.answers.find(first.id, later(61))).toEqual(second);
  });

  it('remembers once when the same command runs twice', async () => {
    const answer = anAnswer();
    const { change } = aContext();
    await bench.answers.remember(answer, change);

    await expect(bench.answers.remember(answer, change)).resolves.toBeUndefined();
    expect(await bench.answers.find(answer.id, NOW)).toEqual(answer);
  });
});
