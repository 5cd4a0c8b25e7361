import { describe, expect, it } from 'vitest';
import { TEXT_LIMIT } from '#shared/events/catalogue/event-text.ts';
import { type ExternalRecord, withNews } from '#shared/events/records/external-record.ts';
import { fromRecordItem, toRecordItem } from '#shared/events/store/external-record-items.ts';
import { secondsAfterNow } from '#test/support/builders/platform/command-builders.ts';

/** The maximum size of an item in DynamoDB, in bytes. */
const ITEM_BYTES = 400 * 1024;

const CONTACT = { workspaceId: 'w', type: 'contact', id: 'c' } as const;

/** Four bytes, the most that a character of JSON takes in a request. */
const LAMP = '💡';

describe('toRecordItem', () => {
  it('fits into an item for the largest contact that events can describe, and is read again', () => {
    const longest = LAMP.repeat(TEXT_LIMIT);
    const texts = ['name', 'email', 'phone', 'platform', 'stage'].map((name) => ({ [name]: longest }));
    // The body of one event, which has at most 256 KiB.
    const tags = Array.from({ length: 100 }, () => LAMP.repeat(655));
    let record: ExternalRecord | undefined;
    for (const [second, fields] of [{ tags }, ...texts].entries()) {
      const layer = { occurredAt: secondsAfterNow(second), eventId: `e${second}`, fields };
      record = withNews(record, [{ ...CONTACT, layer }], 'position');
    }
    const item = toRecordItem(record ?? expect.fail('It was learned'));

    expect(Buffer.byteLength(JSON.stringify(item))).toBeLessThan(ITEM_BYTES);
    expect(fromRecordItem(item)).toEqual(record);
  });
});
