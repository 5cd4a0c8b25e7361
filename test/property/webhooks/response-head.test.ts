import fc from 'fast-check';
import { expect, it } from 'vitest';
import { readResponseHead } from '#shared/webhooks/sending/response-head.ts';
import { runs } from '#test/support/fixtures/platform/depth.ts';

const status = fc.integer({ min: 200, max: 999 });
const version = fc.constantFrom('1.0', '1.1', '1.2', '2.0');
const lineEnd = fc.constantFrom('\r\n', '\n');
const space = fc.stringMatching(/^[ \t\v\f\r]{1,3}$/);
const reason = fc.stringMatching(/^[^\n]{0,20}$/);
const informational = fc.array(fc.constantFrom('HTTP/1.1 103 X\r\nlink: </a>\r\n\r\n', 'HTTP/1.1 100\n\n'), {
  maxLength: 3,
});

it('reads the status of a complete status line, whatever bytes follow', () => {
  fc.assert(
    fc.property(
      informational,
      version,
      status,
      lineEnd,
      space,
      reason,
      fc.uint8Array(),
      (before, of, code, end, between, phrase, rest) => {
        const line = `${before.join('')}HTTP/${of}${between}${code} ${phrase}${end}`;
        const bytes = Buffer.concat([Buffer.from(line), rest]);

        expect(readResponseHead(bytes)?.statusCode).toBe(code);
        expect(readResponseHead(Buffer.from(line.slice(0, line.lastIndexOf('\n'))))).toBeUndefined();
      },
    ),
    { numRuns: runs(1000) },
  );
});

it('reads nothing from bytes without a status line', () => {
  fc.assert(
    fc.property(fc.uint8Array(), (bytes) => {
      fc.pre(!Buffer.from(bytes).includes('HTTP/'));
      expect(readResponseHead(Buffer.from(bytes))).toBeUndefined();
    }),
    { numRuns: runs(1000) },
  );
});
