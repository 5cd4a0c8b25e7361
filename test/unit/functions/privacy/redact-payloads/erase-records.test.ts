import { describe, expect, it } from 'vitest';
import { createEraseRecords } from '#functions/privacy/redact-payloads/erase-records.ts';
import type { ErasedContact } from '#shared/events/ports/erasable.ts';
import { anErasure } from '#test/support/builders/events/event-builders.ts';
import { createRecordingLog } from '#test/support/fixtures/platform/recording-log.ts';

const always = () => true;

/** An eraser with this result, and what it was asked for. */
function anEraser(result: () => Promise<boolean> = async () => true) {
  const asked: ErasedContact[] = [];
  return {
    asked,
    async erase(erased: ErasedContact) {
      asked.push(erased);
      return result();
    },
  };
}

describe('erasing the records of a contact', () => {
  it('passes the request to every eraser, and tells the last pass', async () => {
    const [one, other, copies] = [anEraser(), anEraser(), anEraser()];
    const eraseRecords = createEraseRecords({ records: [one, other], copies }, createRecordingLog());
    const erasure = anErasure();
    const { workspaceId, contact, requestedAt } = erasure;

    expect(await eraseRecords({ ...erasure, pass: 1 }, always)).toBe(true);
    expect(await eraseRecords({ ...erasure, pass: 2 }, always)).toBe(true);
    const expected = [false, true].map((isLast) => ({ workspaceId, contact, requestedAt, isLast }));
    expect([one.asked, other.asked, copies.asked]).toEqual([expected, expected, expected]);
  });

  it.each([0, 1])('is not done while one of them is not done: eraser %i', async (unfinished) => {
    const erasers = [0, 1].map((index) => anEraser(async () => index !== unfinished));
    const [copies, log] = [anEraser(), createRecordingLog()];

    expect(await createEraseRecords({ records: erasers, copies }, log)(anErasure(), always)).toBe(false);
    expect([...erasers, copies].map(({ asked }) => asked.length)).toEqual([1, 1, 0]);
    expect(log.lines).toEqual([]);
  });

  it('is not done while the copies are not erased', async () => {
    for (const result of [async () => false, () => Promise.reject(new Error('S3 is down'))]) {
      const erasers = { records: [anEraser()], copies: anEraser(result) };

      expect(await createEraseRecords(erasers, createRecordingLog())(anErasure(), always)).toBe(false);
    }
  });

  it.each([0, 1])(
    'logs a failure without the contact, and erases with the others: eraser %i',
    async (failing) => {
      const erasers = [0, 1].map((index) =>
        anEraser(async () => {
          if (index === failing) throw new Error('DynamoDB is down');
          return true;
        }),
      );
      const [copies, log] = [anEraser(), createRecordingLog()];
      const erasure = anErasure();

      expect(await createEraseRecords({ records: erasers, copies }, log)(erasure, always)).toBe(false);
      expect([...erasers, copies].map(({ asked }) => asked.length)).toEqual([1, 1, 0]);
      expect(log.lines).toMatchObject([
        { code: 'RECORD_ERASURE_FAILED', fields: { erasure_id: erasure.id } },
      ]);
      expect(JSON.stringify(log.lines)).not.toContain(erasure.contact);
    },
  );
});
