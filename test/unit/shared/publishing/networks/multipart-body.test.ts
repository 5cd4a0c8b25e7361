import { describe, expect, it } from 'vitest';
import { multipartBody } from '#shared/publishing/networks/multipart-body.ts';

const FILE = {
  name: 'file',
  fileName: '3.png',
  mimeType: 'image/png',
  bytes: new Uint8Array([0, 13, 10, 255]),
};

describe('multipartBody', () => {
  it('parses as the same form, byte for byte', () => {
    const { contentType, body } = multipartBody({ description: 'ü "x"' }, [FILE], 'b0undary');

    expect(contentType).toBe('multipart/form-data; boundary=b0undary');
    expect(Buffer.concat(body).toString('latin1')).toBe(
      [
        '--b0undary',
        'content-disposition: form-data; name="description"',
        '',
        Buffer.from('ü "x"').toString('latin1'),
        '--b0undary',
        'content-disposition: form-data; name="file"; filename="3.png"',
        'content-type: image/png',
        '',
        '\u0000\r\n\u00ff',
        '--b0undary--',
        '',
      ].join('\r\n'),
    );
  });

  it('does not copy the file', () => {
    expect(multipartBody({}, [FILE], 'b').body).toContain(FILE.bytes);
  });
});
