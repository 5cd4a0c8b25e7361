import { describe, expect, it } from 'vitest';
import { MEDIA_LIMITS } from '#shared/files/domain/media.ts';
import {
  acceptsForm,
  FormFile,
  MAX_FORM_BYTES,
  readMultipart,
} from '#shared/platform/http/multipart-form.ts';
import forms from '#test/corpus/forms.json' with { type: 'json' };
import { formRequest, rawForm } from '#test/support/fixtures/platform/form-body.ts';
import { anHttpEvent } from '#test/support/fixtures/platform/http-event.ts';
import { thingOperation } from '#test/support/fixtures/platform/thing-function.ts';

const TYPE = 'multipart/form-data; boundary=x';
const END = '--x--\r\n';
const malformed = expect.objectContaining({ code: 'malformed_form' });

function part(disposition: string, content = '1', headers = ''): string {
  return `--x\r\nContent-Disposition: form-data; ${disposition}\r\n${headers}\r\n${content}\r\n`;
}

async function read(body: Buffer | string, type = TYPE): Promise<unknown> {
  return readMultipart(anHttpEvent(rawForm(type, body)));
}

/** The name of the only file of a form. */
async function fileName(disposition: string): Promise<unknown> {
  const { file } = (await read(part(`name="file"; ${disposition}`) + END)) as { file: FormFile };
  expect(file).toBeInstanceOf(FormFile);
  return file.name;
}

/** The fields of a form, with files as their names and texts. */
function shown(value: unknown): unknown {
  if (value instanceof FormFile) return [value.name, Buffer.from(value.bytes).toString()];
  if (Array.isArray(value)) return value.map(shown);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, shown(member)]));
}

/** Milliseconds of CPU that reading a form takes, whether it is accepted or not. */
function cpuOf(event: Parameters<typeof readMultipart>[0]): number {
  const begin = process.cpuUsage();
  try {
    readMultipart(event);
  } catch (error) {
    expect(error).toEqual(malformed);
  }
  return process.cpuUsage(begin).user / 1000;
}

describe('acceptsForm', () => {
  it.each(['multipart/form-data', TYPE, ' Multipart/Form-Data ; boundary=x'])('is true for %j', (type) => {
    expect(
      acceptsForm(
        { ...thingOperation, multipart: thingOperation.body },
        anHttpEvent({ headers: { 'content-type': type } }),
      ),
    ).toBe(true);
  });

  it.each(['', 'multipart/form-datax', 'multipart/mixed; boundary=x', 'application/json'])(
    'is false for %j',
    (type) => {
      expect(
        acceptsForm(
          { ...thingOperation, multipart: thingOperation.body },
          anHttpEvent({ headers: { 'content-type': type } }),
        ),
      ).toBe(false);
    },
  );
});

describe('readMultipart', () => {
  it('reads texts and files, whose bytes are unchanged', async () => {
    const bytes = new Uint8Array(256).map((_, index) => index);
    const request = await formRequest([
      ['alt_text', 'ü €'],
      ['file', { fileName: 'a.png', bytes, type: 'image/png' }],
    ]);

    expect(readMultipart(anHttpEvent(request))).toEqual({
      alt_text: 'ü €',
      file: new FormFile('a.png', bytes),
    });
  });

  it('reads a form whose body is not in base64', async () => {
    const event = anHttpEvent({ headers: { 'content-type': TYPE }, body: part('name="a"', 'ü') + END });

    expect(readMultipart(event)).toEqual({ a: 'ü' });
  });

  it('returns a list for a field that occurs more than once', async () => {
    expect(await read(part('name="a"', '1') + part('name="a"', '2') + part('name="a"', '3') + END)).toEqual({
      a: ['1', '3'],
    });
  });

  it('accepts a field with any name, and no field', async () => {
    const fields = await read(part('name="__proto__"') + part('name="constructor"') + END);

    expect(Object.keys(fields as object)).toEqual(['__proto__', 'constructor']);
    expect(await read(END)).toEqual({});
  });

  it.each([
    ['filename="a.png"', 'a.png'],
    ['filename="ü €.png"', 'ü €.png'],
    [`filename="a.png"; filename*=UTF-8''%e2%82%ac.png`, '€.png'],
    ['filename="../../etc/passwd"', '../../etc/passwd'],
    ['filename="a%0d%0ab.png"', 'a\r\nb.png'],
    ['filename=""', ''],
  ])('returns the file name of %s as the client sent it', async (disposition, name) => {
    expect(await fileName(disposition)).toBe(name);
  });

  it.each([
    ['no boundary', 'multipart/form-data', part('name="a"') + END],
    ['another boundary', 'multipart/form-data; boundary=y', part('name="a"') + END],
    ['an endless boundary', `multipart/form-data; boundary=${'b'.repeat(9000)}`, END],
    ['no end', TYPE, part('name="a"')],
    ['an end within a part', TYPE, '--x\r\nContent-Disposition: form-data; name="a"\r\n\r\nabc'],
    ['an end within the headers of a part', TYPE, '--x\r\nContent-Disposition: form-data; na'],
    ['no name', TYPE, part('filename="a.png"') + END],
    ['no disposition', TYPE, `--x\r\nX: y\r\n\r\n1\r\n${END}`],
    ['line feeds only', TYPE, (part('name="a"') + END).replaceAll('\r\n', '\n')],
    ['no part at all', TYPE, ' '],
    ['a name of 201 characters', TYPE, part(`name="${'n'.repeat(201)}"`) + END],
    ['51 parts', TYPE, part('name="a"').repeat(51) + END],
    ['17 KB of headers', TYPE, part('name="a"', '1', `X: ${'y'.repeat(17_000)}\r\n`) + END],
    ['a text that is not UTF-8', TYPE, Buffer.from(part('name="a"', 'ü') + END, 'latin1')],
    ['a name of 4 MB', TYPE, part(`name="${'n'.repeat(4_000_000)}"`) + END],
  ])('rejects a form with %s', async (_, type, body) => {
    await expect(read(body, type)).rejects.toEqual(malformed);
  });

  it.each(forms)(
    'reads $input as browsers and other clients mean it ($report)',
    async ({ channel, input, right }) => {
      if (right === null) await expect(read(input, channel)).rejects.toEqual(malformed);
      else expect(shown(await read(input, channel))).toEqual(right);
    },
  );

  it('names the part that is wrong', async () => {
    await expect(read(part('name="a"') + part('filename="a.png"') + END)).rejects.toThrow('Part 2');
  });

  it.each([
    ['10,000 parts', Array.from({ length: 10_000 }, (_, index) => part(`name="a${index}"`)).join('') + END],
    ['60,000 parts with one name', part('name="a"').repeat(60_000) + END],
    ['600,000 lines that begin like a boundary', part('name="a"', '\r\n--xy'.repeat(600_000)) + END],
    ['a header of quotes', part(`name="a"; filename="${'" '.repeat(8000)}`) + END],
    ['a header of backslashes', part(`name="a"; filename="${'\\'.repeat(16_000)}`) + END],
    ['a header of 4 MB', part('name="a"', '1', `X: ${'y'.repeat(4_000_000)}\r\n`) + END],
    ['600,000 headers', part('name="a"', '1', 'X: y\r\n'.repeat(600_000)) + END],
    ['a million almost boundaries', part('name="a"', '\r\n--'.repeat(1_000_000)) + END],
    ['a file name of 4 MB', part(`name="a"; filename="${'%0A'.repeat(1_300_000)}"`) + END],
  ])('reads or rejects %s at the cost of an honest form of 4 MB', async (_, body) => {
    const event = anHttpEvent(rawForm(TYPE, body));
    const honest = anHttpEvent(rawForm(TYPE, part('name="a"; filename="b"', 'y'.repeat(4_000_000)) + END));

    // The honest form itself costs some milliseconds, mostly to decode base64.
    expect(cpuOf(event)).toBeLessThan(10 * cpuOf(honest) + 500);
  });

  it('gives equal forms with different boundaries the same JSON, and different files another', async () => {
    const request = (content: string) =>
      formRequest([['file', { fileName: 'a', bytes: new Uint8Array(Buffer.from(content)) }]]);
    const jsonOf = async (content: string) =>
      JSON.stringify(readMultipart(anHttpEvent(await request(content))));

    expect(await jsonOf('a')).toBe(await jsonOf('a'));
    expect(await jsonOf('a')).not.toBe(await jsonOf('b'));
  });
});

describe('MAX_FORM_BYTES', () => {
  it('is less than the maximum size of every media type, which a form therefore cannot exceed', () => {
    expect(MAX_FORM_BYTES).toBeLessThan(Math.min(...Object.values(MEDIA_LIMITS)));
  });

  it('fits into the event of an invocation in base64, with 200 KB for the headers', () => {
    expect(Math.ceil((MAX_FORM_BYTES * 4) / 3)).toBeLessThan(6 * 1024 * 1024 - 200_000);
  });
});
