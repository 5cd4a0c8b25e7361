import fc from 'fast-check';
import { expect, it } from 'vitest';
import { FormFile, readMultipart } from '#shared/platform/http/multipart-form.ts';
import { runs } from '#test/support/fixtures/platform/depth.ts';
import { rawForm } from '#test/support/fixtures/platform/form-body.ts';
import { anHttpEvent } from '#test/support/fixtures/platform/http-event.ts';

const boundary = fc.stringMatching(/^[A-Za-z0-9'()+_,./:=?-]{1,8}$/);
const name = fc.string({ unit: 'binary', minLength: 1, maxLength: 20 }).filter(isWritable);
const padding = fc.stringMatching(/^[ \t]{0,3}$/);

/** What a client writes as it is: no line ends, and no escape of browsers. */
function isWritable(text: string): boolean {
  return text.isWellFormed() && !/[\r\n]|%(?:22|0d|0a)/iu.test(text);
}

/** Bytes with many parts of delimiters, but without a whole one. */
function content(of: string): fc.Arbitrary<Buffer> {
  const piece = fc.oneof(
    fc.constantFrom('\r\n', '\n', '-', '--', of, `--${of}`, `\r\n--${of}x`, `\n--${of}\n`),
    fc.uint8Array({ maxLength: 4 }).map((bytes) => Buffer.from(bytes)),
  );
  return fc
    .array(piece, { maxLength: 12 })
    .map((pieces) => Buffer.concat(pieces.map((each) => Buffer.from(each))))
    .filter((bytes) => !isDivided(bytes, of));
}

/** Whether the content has a line that is a delimiter, alone or with what surrounds it. */
function isDivided(bytes: Buffer, of: string): boolean {
  const lines = bytes.toString('latin1').split('\r\n');
  return lines.some((line) => [`--${of}`, `--${of}--`].includes(line.replace(/[ \t]+$/u, '')));
}

it('reads the names and the bytes that were written, whatever is in them', () => {
  const form = boundary.chain((of) =>
    fc.record({
      of: fc.constant(of),
      files: fc.array(fc.record({ name, pad: padding, bytes: content(of) }), { maxLength: 5 }),
      preamble: fc.constantFrom('', 'text\r\n', `--${of}x\r\n`),
      epilogue: fc.constantFrom('', '\r\n', ' \t\r\n', '\r\nend'),
    }),
  );
  fc.assert(
    fc.property(form, ({ of, files, preamble, epilogue }) => {
      const parts = files.flatMap(({ name: file, pad, bytes }, index) => {
        const quoted = file.replaceAll(/["\\]/gu, '\\$&');
        const head = `--${of}${pad}\r\nContent-Disposition: form-data; name="f${index}"; filename="${quoted}"\r\n\r\n`;
        return [Buffer.from(head), bytes, Buffer.from('\r\n')];
      });
      const body = Buffer.concat([Buffer.from(preamble), ...parts, Buffer.from(`--${of}--${epilogue}`)]);
      const read = readMultipart(anHttpEvent(rawForm(`multipart/form-data; boundary="${of}"`, body)));

      expect(read).toEqual(
        Object.fromEntries(
          files.map(({ name: file, bytes }, index) => [
            `f${index}`,
            new FormFile(file, new Uint8Array(bytes)),
          ]),
        ),
      );
    }),
    { numRuns: runs(2000) },
  );
});
