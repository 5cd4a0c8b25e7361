import { describe, expect, it } from 'vitest';
import { banner } from '#local/banner.ts';

describe('banner', () => {
  it('says of each host of pages what it serves', () => {
    const ready = {
      baseUrl: 'http://127.0.0.1:3000',
      pageUrl: 'http://127.0.0.1:3000/demo',
      receiverUrl: '',
      lambdaUrl: '',
      dynamodbUrl: '',
      workspaceId: '',
      apiKey: '',
    };
    const line = banner(ready as Parameters<typeof banner>[0], '.local')
      .split('\n')
      .find((each) => each.includes('Demo page'));

    expect(line).toContain('http://127.0.0.1:3000/demo');
    // The demo page is not on the demo's own domain, and neither is any page that was not moved there.
    expect(line).toContain('links.localhost those you move to that domain');
  });
});
