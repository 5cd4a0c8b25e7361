import { describe, expect, it } from 'vitest';
import { safeJson, safeText, withoutKeys } from '#clients/cli/terminal/safe-text.ts';
import { createScreen, paint } from '#clients/cli/terminal/screen.ts';
import {
  fakeOutside,
  json,
  KEY,
  ME,
  respondWith,
  runFake,
} from '#test/support/fakes/clients/fake-outside.ts';

/** Texts that would clear the screen, move the cursor, write to the clipboard, ring, start a line, or reverse what follows. */
const HOSTILE = [
  '\u001b[2J',
  '\u001b]52;c;ZXZpbA==\u0007',
  '\u009b31m',
  'a\rb',
  'a\nb',
  'a\u0000b',
  'a\u007fb',
  '\u202egnp.exe',
  '\u2066x\u2069',
  '\u2028next',
  '\ud800',
];
const ACTING = /[^\P{Cc}\n]|[\p{Cs}\u2028\u2029\u202a-\u202e\u2066-\u2069]/u;

describe('safeText', () => {
  it.each(HOSTILE)('escapes %j', (text) => {
    expect(safeText(text)).not.toMatch(ACTING);
    expect(safeText(text)).not.toContain('\n');
    expect(safeText(text)).toContain(String.raw`\u`);
  });

  it('leaves other characters as they are', () => {
    const text = 'Grüße, 世界 👩‍💻 עברית \\u001b';

    expect(safeText(text)).toBe(text);
  });
});

describe('safeJson', () => {
  it.each(HOSTILE)('escapes %j and keeps the value', (text) => {
    const printed = safeJson({ [text]: text }, 2);

    expect(printed).not.toMatch(ACTING);
    expect(JSON.parse(printed)).toEqual({ [text]: text });
  });
});

describe('withoutKeys', () => {
  it('hides keys in a message', () => {
    expect(withoutKeys(`Header ${KEY}.`)).toBe('Header wsk_….');
  });
});

describe('texts of others', () => {
  const problem = {
    code: 'validation_failed',
    detail: HOSTILE.join(''),
    request_id: HOSTILE.join(''),
    errors: [{ pointer: HOSTILE.join(''), detail: HOSTILE.join('') }],
  };

  it.each([false, true])('cannot act on the terminal (%s) in results', async (outputIsTerminal) => {
    const send = respondWith({
      'GET /api/v1/me': { data: { ...ME.data, workspace: { ...ME.data.workspace, name: HOSTILE.join('') } } },
    });
    const env = { WORKSPACE_PLATFORM_KEY: KEY, NO_COLOR: '1' };
    for (const args of [['whoami'], ['whoami', '--json'], ['api', 'GET', '/api/v1/me']]) {
      const { exitCode, seen } = await runFake(args, { env, send, outputIsTerminal });
      expect(exitCode).toBe(0);
      expect(seen()).toContain('202e');
      expect(seen()).not.toMatch(ACTING);
    }
  });

  it('cannot act on the terminal in errors', async () => {
    const { exitCode, seen } = await runFake(['whoami'], { send: () => json(problem, 422) });

    expect(exitCode).toBe(1);
    expect(seen()).toContain('202e');
    expect(seen()).not.toMatch(ACTING);
    // The line breaks between the lines of the message are its own.
    expect(
      seen()
        .split('\n')
        .filter((line) => line.startsWith('b')),
    ).toEqual([]);
  });

  it('cannot act on the terminal in colours, tables and progress', () => {
    const { outside, seen } = fakeOutside([], { outputIsTerminal: true });
    const screen = createScreen(outside);
    const text = HOSTILE.join('');
    screen.line(paint('red', text));
    screen.note(paint('red', text), text);
    screen.table([text], [[text, paint('green', text)]]);
    screen.fields({ [text]: text });
    screen.progress(text);
    screen.endProgress();
    // The colours and the progress line are the escape sequences of this program.
    const own = ['[31m', '[39m', '[32m', '[1m', '[22m', '[2m', '[K'].map((code) => `\u001b${code}`);
    const others = [...own, '\r'].reduce((rest, sequence) => rest.replaceAll(sequence, ''), seen());

    expect(others).not.toMatch(ACTING);
    expect(seen()).toContain('\u001b[31m');
  });

  it('cannot act on the terminal in arguments', async () => {
    const { exitCode, seen } = await runFake([HOSTILE.join('')]);

    expect(exitCode).toBe(2);
    expect(seen()).not.toMatch(ACTING);
  });
});

describe('colours', () => {
  const send = respondWith({
    'GET /api/v1/workspace-webhooks/deliveries': {
      data: [{ created_at: 't', state: 'failed', reason: null, event: 'e', id: 'i', attempts: [] }],
      has_more: false,
      next_cursor: null,
    },
  });
  const escape = '\u001b[';

  it.each([
    ['are on a terminal', true, {}, true],
    ['are not in a file', false, {}, false],
    ['are not with NO_COLOR', true, { NO_COLOR: '1' }, false],
    ['are not on a simple terminal', true, { TERM: 'dumb' }, false],
  ])('%s', async (_, outputIsTerminal, env, expected) => {
    const all = { WORKSPACE_PLATFORM_KEY: KEY, ...env };
    const { output } = await runFake(['deliveries', 'list'], { env: all, send, outputIsTerminal });

    expect(output().includes(escape)).toBe(expected);
  });
});
