import { describe, expect, it } from 'vitest';
import { banner } from '#local/banner.ts';

const ready = {
  baseUrl: 'http://127.0.0.1:3000',
  pageUrl: 'http://127.0.0.1:3000/demo',
  consoleUrl: 'http://127.0.0.1:3000/console#key=wsk_link',
  receiverUrl: '',
  lambdaUrl: '',
  dynamodbUrl: '',
  workspaceId: '',
  apiKey: '',
};

function lineOf(word: string): string | undefined {
  const lines = banner(ready as Parameters<typeof banner>[0], '.local').split('\n');
  return lines.find((each) => each.includes(word));
}

describe('banner', () => {
  it('links to the reference', () => {
    expect(lineOf('Reference')).toContain(' http://127.0.0.1:3000/docs ');
  });

  it('describes what each host of pages serves', () => {
    const line = lineOf('Demo page');

    expect(line).toContain('http://127.0.0.1:3000/demo');
    // The demo page is not on the domain of the demo, and neither is any page that was not moved there.
    expect(line).toContain('or on links.localhost if you choose that domain');
  });
});
