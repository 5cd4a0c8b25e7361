import { describe, expect, it } from 'vitest';
import { banner } from '#local/banner.ts';

const ready = {
  baseUrl: 'http://127.0.0.1:3000',
  pageUrl: 'http://pages.localhost:3000/demo',
  pagesUrl: 'http://pages.localhost:3000',
  consoleUrl: 'http://127.0.0.1:3000/console#key=wsk_link',
  receiverUrl: '',
  lambdaUrl: '',
  dynamodbUrl: '',
  workspaceId: '',
  apiKey: '',
};

function lineOf(word: string, more: object = {}): string | undefined {
  const lines = banner({ ...ready, ...more } as Parameters<typeof banner>[0], '.local').split('\n');
  return lines.find((each) => each.includes(word));
}

describe('banner', () => {
  it('links to the reference', () => {
    expect(lineOf('Reference')).toContain(' http://127.0.0.1:3000/docs ');
  });

  it('links to the console of the example workspace, if there is one', () => {
    const example = { consoleUrl: 'http://127.0.0.1:3000/console#key=wsk_example' };

    expect(lineOf('Example', { example })).toContain(' http://127.0.0.1:3000/console#key=wsk_example ');
    expect(lineOf('Example')).toBeUndefined();
  });

  it('describes what each host of pages serves', () => {
    const line = lineOf('Demo page');

    expect(line).toContain('http://pages.localhost:3000/demo');
    // The demo page is not on the domain of the demo, and neither is any page that was not moved there.
    expect(line).toContain('or on links.localhost if you choose that domain');
  });
});
