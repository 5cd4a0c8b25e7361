import { expect, it } from 'vitest';
import { createHandler } from '#functions/biolinks/delete-visitor-salts/handler.ts';
import { createMemoryVisitorSalts } from '#test/support/fakes/biolinks/memory-unlock-stores.ts';
import { createRecordingLog } from '#test/support/fixtures/platform/recording-log.ts';

it.each([
  ['2026-06-02T11:59:59.999Z', ['2026-06-01', '2026-06-02', '2026-06-03']],
  ['2026-06-02T12:00:00.000Z', ['2026-06-02', '2026-06-03']],
])('at %s, the salts of %j are left: a day ends last in UTC−12', async (now, left) => {
  const salts = createMemoryVisitorSalts();
  const days = ['2026-05-30', '2026-06-01', '2026-06-02', '2026-06-03'];
  for (const day of days) await salts.of(day).createIfAbsent('salt');
  const run = createHandler({ salts, clock: () => new Date(now), log: createRecordingLog() });
  await run();
  await run();

  const found = await Promise.all(days.map(async (day) => ((await salts.of(day).find()) ? [day] : [])));
  expect(found.flat()).toEqual(left);
});
