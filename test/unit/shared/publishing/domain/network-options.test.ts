import { describe, expect, it } from 'vitest';
import { networkIssues } from '#shared/publishing/domain/network-limits.ts';
import rows from '#test/corpus/languages.json' with { type: 'json' };

describe('the option language of Mastodon', () => {
  it.each(rows)('$input is $right ($report)', ({ channel, input, right }) => {
    const provider = channel === 'mastodon' ? channel : 'sandbox';
    const content = [{ body: '燈', url: null, media: [] }];
    const options = { [provider]: { language: input } };
    const versions = [{ accountId: 0, isOriginal: true, content, options }];
    const issues = networkIssues({ accounts: [1], versions }, [{ id: 1, provider }], []);

    expect(issues.map(({ code, pointer }) => [code, pointer])).toEqual(
      right === 'accepted' ? [] : [[right, '#/versions/0/options/mastodon/language']],
    );
  });
});
