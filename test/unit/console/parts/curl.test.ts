import { execFileSync } from 'node:child_process';
import { describe, expect, it } from 'vitest';
import { curlOf } from '#console/parts/code/curl.ts';

/** The arguments that a shell passes to curl for a command. */
function argumentsOf(command: string): string[] {
  const script = `curl() { printf '%s\\0' "$@"; }\n${command}`;
  return execFileSync('sh', ['-c', script], { encoding: 'utf8' }).split('\0').slice(0, -1);
}

const URL = 'https://api.example.com/api/v1/events?event=salesbot.store.order_paid';

describe('curlOf', () => {
  it('is a GET without further options by default', () => {
    expect(curlOf({ method: 'GET', url: URL })).toBe(`curl '${URL}'`);
  });

  it.each([
    `it's "quoted"`,
    `'; touch /tmp/never; '`,
    '$(touch /tmp/never) `touch /tmp/never` $HOME',
    'line one\nline two\\',
    '<img src=x>\u202E!',
  ])('reaches the shell as the same text: %j', (text) => {
    const headers = { 'x-webhook-event': text };
    const command = curlOf({ method: 'POST', url: `${URL}&x=${text}`, headers, body: text });

    expect(argumentsOf(command)).toEqual([
      ...['-X', 'POST', `${URL}&x=${text}`],
      ...['-H', `x-webhook-event: ${text}`, '--data-raw', text],
    ]);
  });

  it('names one URL, also with brackets and braces', () => {
    const url = 'https://hooks.example.com/{a,b}?[1-9]';

    expect(argumentsOf(curlOf({ method: 'GET', url }))).toEqual(['-g', url]);
  });
});
