import { describe, expect, it } from 'vitest';
import { pictureSniff, pictureType } from '#shared/files/domain/media-bytes/picture-type.ts';

const bytes = (text: string): Uint8Array<ArrayBuffer> => new Uint8Array(Buffer.from(text, 'latin1'));

describe('pictureType', () => {
  it.each([
    ['image/jpeg', '\u00ff\u00d8\u00ff\u00e0\0\u0010JFIF\0\u0001'],
    ['image/jpeg', '\u00ff\u00d8\u00ff\u00e1\u00ff\u00feExif\0\0'],
    ['image/png', '\u0089PNG\r\n\u001a\n\0\0\0\r'],
    ['image/gif', 'GIF87a\u0001\0\u0001\0\0\0'],
    ['image/gif', 'GIF89a\u0001\0\u0001\0\0\0'],
    ['image/webp', 'RIFF\u0024\0\0\0WEBPVP8 '],
    // Files of another kind, or a part of a signature.
    [undefined, ''],
    [undefined, '\u00ff\u00d8'],
    [undefined, '\u0089PNG\n\u001a\n\0\0\0\r'],
    [undefined, 'GIF88a\u0001\0\u0001\0\0\0'],
    [undefined, 'RIFF\u0024\0\0\0WAVEfmt '],
    [undefined, '<svg xmlns="'],
    [undefined, '<!doctype html>'],
    [undefined, '\0\0\0\u0020ftypavif'],
    [undefined, ' GIF89a'],
  ])('is %s for a file that begins with %j', (type, start) => {
    expect(pictureType(bytes(start))).toBe(type);
    expect(pictureType(bytes(start).subarray(0, pictureSniff.length))).toBe(type);
  });
});
