import { describe, expect, it } from 'vitest';
import { uploadFault } from '#shared/files/domain/check-upload.ts';

const ANNOUNCED = { mimeType: 'image/png', size: 10 } as const;

describe('uploadFault', () => {
  it.each(['image/png', 'image/apng'])('reports none in %s of the announced size', (type) => {
    expect(uploadFault(ANNOUNCED, { size: 10, type })).toBeUndefined();
  });

  it.each([
    [undefined, 'not_found', 'No file was uploaded'],
    [{ size: 11, type: 'image/png' }, 'size_mismatch', 'has 11 bytes instead of the declared 10'],
    [{ size: 0, type: undefined }, 'size_mismatch', 'has 0 bytes'],
    [{ size: 10, type: 'image/jpeg' }, 'type_mismatch', 'is image/jpeg instead of the declared image/png'],
    [{ size: 10, type: undefined }, 'type_mismatch', 'of an unknown type'],
  ])('reports for %j that it is %s', (found, reason, detail) => {
    expect(uploadFault(ANNOUNCED, found)).toEqual({ reason, detail: expect.stringContaining(detail) });
  });

  it('rejects a file of another type as its animated form', () => {
    expect(uploadFault({ mimeType: 'image/gif', size: 10 }, { size: 10, type: 'image/apng' })?.reason).toBe(
      'type_mismatch',
    );
  });
});
