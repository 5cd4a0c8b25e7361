import { describe, expect } from 'vitest';
import {
  it,
  ACCOUNTS,
  anOriginal,
  aPostBody,
  aVersion,
  FILES,
  issuesIn,
  startPostApi,
} from '#test/support/fixtures/publishing/post-api.ts';

const { mastodon, sandbox } = ACCOUNTS;
const NUL = String.fromCodePoint(0);

type InvalidBody = readonly [
  what: string,
  body: Readonly<Record<string, unknown>>,
  entries: Readonly<Record<string, string>>,
];

function content(...items: readonly unknown[]) {
  return { versions: [anOriginal(items)] };
}

function repeated<T>(count: number, make: (index: number) => T): T[] {
  return Array.from({ length: count }, (_, index) => make(index));
}

/** A violation of every rule of the table "Post". */
const POST: readonly InvalidBody[] = [
  ['accounts null', { accounts: null }, { '#/accounts': 'invalid_type' }],
  ['accounts a number', { accounts: 3 }, { '#/accounts': 'invalid_type' }],
  ['accounts an object', { accounts: { 0: 3 } }, { '#/accounts': 'invalid_type' }],
  ['an account as text', { accounts: [sandbox, '3'] }, { '#/accounts/1': 'invalid_type' }],
  ['an account that is no integer', { accounts: [1.5] }, { '#/accounts/0': 'invalid_type' }],
  ['account 0', { accounts: [0] }, { '#/accounts/0': 'out_of_range' }],
  ['an account beyond safe integers', { accounts: [2 ** 60] }, { '#/accounts/0': 'out_of_range' }],
  ['an unknown account', { accounts: [sandbox, 99] }, { '#/accounts/1': 'account_not_found' }],
  ['101 accounts', { accounts: repeated(101, () => sandbox) }, { '#/accounts': 'too_many_items' }],
  ['tags null', { tags: null }, { '#/tags': 'invalid_type' }],
  ['a tag as text', { tags: ['1'] }, { '#/tags/0': 'invalid_type' }],
  ['a null tag', { tags: [1, null] }, { '#/tags/1': 'invalid_type' }],
  ['a negative tag', { tags: [-1] }, { '#/tags/0': 'out_of_range' }],
  ['an unknown tag', { tags: [1, 2, 98] }, { '#/tags/2': 'tag_not_found' }],
  ['51 tags', { tags: repeated(51, () => 1) }, { '#/tags': 'too_many_items' }],
  ['a date as number', { date: 20_260_602 }, { '#/date': 'invalid_type' }],
  ['an empty date', { date: '' }, { '#/date': 'invalid_date' }],
  ['30 February', { date: '2027-02-30' }, { '#/date': 'invalid_date' }],
  ['29 February of no leap year', { date: '2100-02-29' }, { '#/date': 'invalid_date' }],
  ['a date with slashes', { date: '2027/02/01' }, { '#/date': 'invalid_date' }],
  ['a date without zeroes', { date: '2027-2-1' }, { '#/date': 'invalid_date' }],
  ['a date with a time', { date: '2027-02-01T10:00' }, { '#/date': 'invalid_date' }],
  ['a month 13', { date: '2027-13-01' }, { '#/date': 'invalid_date' }],
  ['the year 1969', { date: '1969-12-31' }, { '#/date': 'invalid_date' }],
  ['the year 2101', { date: '2101-01-01' }, { '#/date': 'invalid_date' }],
  ['a time as number', { time: 930 }, { '#/time': 'invalid_type' }],
  ['24:00', { time: '24:00' }, { '#/time': 'invalid_time' }],
  ['a minute 60', { time: '09:60' }, { '#/time': 'invalid_time' }],
  ['a time with seconds', { time: '09:30:00' }, { '#/time': 'invalid_time' }],
  ['a time without zero', { time: '9:30' }, { '#/time': 'invalid_time' }],
  ['a time with a line end', { time: '09:30\n' }, { '#/time': 'invalid_time' }],
  ['no versions', { versions: undefined }, { '#/versions': 'required' }],
  ['versions null', { versions: null }, { '#/versions': 'invalid_type' }],
  ['an empty list of versions', { versions: [] }, { '#/versions': 'too_few_items' }],
  ['versions as object', { versions: { 0: anOriginal() } }, { '#/versions': 'invalid_type' }],
  [
    '51 versions',
    {
      accounts: repeated(50, (index) => index + 1),
      versions: [anOriginal(), ...repeated(50, (index) => aVersion(index + 1))],
    },
    { '#/versions': 'too_many_items' },
  ],
  ['an unknown member', { queue: true }, { '#/queue': 'unknown_field' }],
  ['two unknown members', { a: 1, b: 1 }, { '#/a': 'unknown_field', '#/b': 'unknown_field' }],
  ...['id', 'status', 'timezone', 'scheduled_at', 'publications', 'trashed', 'warnings', 'created_at'].map(
    (field): InvalidBody => [
      `the response field ${field}`,
      { [field]: 1 },
      { [`#/${field}`]: 'field_not_updatable' },
    ],
  ),
];

/** Every rule of the table "Version object". */
const VERSION: readonly InvalidBody[] = [
  ['a version that is text', { versions: ['Hello'] }, { '#/versions/0': 'invalid_type' }],
  ['a version that is a list', { versions: [[]] }, { '#/versions/0': 'invalid_type' }],
  [
    'no account_id',
    { versions: [{ is_original: true, content: [{}] }] },
    { '#/versions/0/account_id': 'required' },
  ],
  [
    'account_id null',
    { versions: [anOriginal([{}], { account_id: null })] },
    { '#/versions/0/account_id': 'invalid_type' },
  ],
  [
    'account_id as text',
    { versions: [anOriginal([{}], { account_id: '0' })] },
    { '#/versions/0/account_id': 'invalid_type' },
  ],
  [
    'a negative account_id',
    { versions: [anOriginal(), aVersion(-3)] },
    {
      '#/versions/1/account_id': 'out_of_range',
    },
  ],
  [
    'an original for an account',
    { versions: [anOriginal([{}], { account_id: sandbox })] },
    { '#/versions/0/account_id': 'original_version_invalid' },
  ],
  [
    'a first version that is not the original',
    { versions: [anOriginal([{}], { is_original: false })] },
    { '#/versions/0/is_original': 'original_version_invalid' },
  ],
  [
    'a version of an account first',
    { versions: [aVersion(sandbox), anOriginal()] },
    {
      '#/versions/0/account_id': 'original_version_invalid',
      '#/versions/0/is_original': 'original_version_invalid',
      '#/versions/1/account_id': 'original_version_invalid',
      '#/versions/1/is_original': 'original_version_invalid',
    },
  ],
  [
    'a second original',
    { versions: [anOriginal(), { ...aVersion(sandbox), is_original: true }] },
    { '#/versions/1/is_original': 'original_version_invalid' },
  ],
  [
    'a second version for account 0',
    { versions: [anOriginal(), aVersion(0)] },
    { '#/versions/1/account_id': 'original_version_invalid' },
  ],
  [
    'a version for an account that is not listed',
    { versions: [anOriginal(), aVersion(sandbox), aVersion(mastodon)] },
    { '#/versions/2/account_id': 'version_account_not_listed' },
  ],
  [
    'a version for an account when none is listed',
    { accounts: undefined, versions: [anOriginal(), aVersion(sandbox)] },
    { '#/versions/1/account_id': 'version_account_not_listed' },
  ],
  [
    'two versions for an account',
    { versions: [anOriginal(), aVersion(sandbox), aVersion(sandbox)] },
    { '#/versions/2/account_id': 'duplicate_version_account' },
  ],
  [
    'no is_original',
    { versions: [{ account_id: 0, content: [{}] }] },
    { '#/versions/0/is_original': 'required' },
  ],
  [
    'is_original as number',
    { versions: [anOriginal([{}], { is_original: 1 })] },
    { '#/versions/0/is_original': 'invalid_type' },
  ],
  [
    'is_original as text',
    { versions: [anOriginal([{}], { is_original: 'true' })] },
    { '#/versions/0/is_original': 'invalid_type' },
  ],
  [
    'no content',
    { versions: [{ account_id: 0, is_original: true }] },
    { '#/versions/0/content': 'required' },
  ],
  [
    'content null',
    { versions: [anOriginal(undefined, { content: null })] },
    { '#/versions/0/content': 'invalid_type' },
  ],
  ['an empty content', { versions: [anOriginal([])] }, { '#/versions/0/content': 'too_few_items' }],
  ['26 content items', content(...repeated(26, () => ({}))), { '#/versions/0/content': 'too_many_items' }],
  [
    'options null',
    { versions: [anOriginal([{}], { options: null })] },
    { '#/versions/0/options': 'invalid_type' },
  ],
  [
    'options as list',
    { versions: [anOriginal([{}], { options: [] })] },
    { '#/versions/0/options': 'invalid_type' },
  ],
  [
    'options of a provider as text, list and null',
    { versions: [anOriginal([{}], { options: { mastodon: 'x', 'a/b~c': [], none: null, youtube: {} } })] },
    {
      '#/versions/0/options/mastodon': 'invalid_type',
      '#/versions/0/options/a~1b~0c': 'invalid_type',
      '#/versions/0/options/none': 'invalid_type',
    },
  ],
  [
    'options of more than 16 KiB',
    { versions: [anOriginal([{}], { options: { youtube: { title: 'ä'.repeat(8192) } } })] },
    { '#/versions/0/options': 'too_long' },
  ],
  [
    'options with a control character',
    { versions: [anOriginal([{}], { options: { youtube: { title: NUL } } })] },
    { '#/versions/0/options': 'invalid_characters' },
  ],
  [
    'an unknown member of a version',
    { versions: [anOriginal([{}], { id: 7 })] },
    { '#/versions/0/id': 'unknown_field' },
  ],
];

/** Every rule of the table "Content item". */
const CONTENT: readonly InvalidBody[] = [
  ['an item that is text', content('Hello'), { '#/versions/0/content/0': 'invalid_type' }],
  ['an item that is null', content({}, null), { '#/versions/0/content/1': 'invalid_type' }],
  ['a body as number', content({ body: 1 }), { '#/versions/0/content/0/body': 'invalid_type' }],
  ['a body too long', content({ body: 'é'.repeat(65_536) }), { '#/versions/0/content/0/body': 'too_long' }],
  ['a body with NUL', content({}, { body: NUL }), { '#/versions/0/content/1/body': 'invalid_characters' }],
  [
    'a body with half a surrogate pair',
    content({ body: '\ud83d' }),
    { '#/versions/0/content/0/body': 'invalid_characters' },
  ],
  ['a url as number', content({ url: 1 }), { '#/versions/0/content/0/url': 'invalid_type' }],
  ...[
    'javascript:alert(1)',
    'ftp://example.com',
    '/relative',
    'example.com',
    'https://',
    'https://a b.example',
    `https://example.com/${'a'.repeat(2048)}`,
  ].map((url): InvalidBody => [
    `the url ${url.slice(0, 30)}`,
    content({ url }),
    { '#/versions/0/content/0/url': 'invalid_url' },
  ]),
  ['media null', content({ media: null }), { '#/versions/0/content/0/media': 'invalid_type' }],
  ['a media id as text', content({ media: ['1'] }), { '#/versions/0/content/0/media/0': 'invalid_type' }],
  [
    'an unknown media id',
    content({}, { media: [1, 97] }),
    { '#/versions/0/content/1/media/1': 'media_not_found' },
  ],
  [
    '21 media',
    content({ media: repeated(21, () => FILES.images[0]) }),
    { '#/versions/0/content/0/media': 'too_many_items' },
  ],
  [
    'an unknown member of an item',
    content({ text: 'x' }),
    { '#/versions/0/content/0/text': 'unknown_field' },
  ],
];

describe.each([
  ['Post', POST],
  ['Version object', VERSION],
  ['Content item', CONTENT],
])('update-post, fields of the table %s', (_, rejections) => {
  it.each(rejections)(
    'rejects %s at the offending element and changes nothing',
    async (__, sent, entries) => {
      const { before, stored, update } = await startPostApi();
      const response = await update(aPostBody(sent));

      expect(response.status).toBe(422);
      expect(response.headers).toMatchObject({ 'Content-Type': 'application/problem+json' });
      expect(Object.fromEntries(issuesIn(response))).toEqual(entries);
      expect(issuesIn(response)).toHaveLength(Object.keys(entries).length);
      const codes = new Set(Object.values(entries));
      expect(response.body['code']).toBe(codes.size === 1 ? [...codes][0] : 'validation_failed');
      expect(stored()).toEqual(before);
    },
  );
});

describe('update-post, several errors', () => {
  it('reports all errors of the body at once, including rules of versions next to wrong types', async () => {
    const { update } = await startPostApi();
    const response = await update({
      accounts: [sandbox],
      date: '2027-02-30',
      time: '25:00',
      versions: [anOriginal([{ url: 'javascript:x' }]), aVersion(mastodon, [{ media: ['1'] }])],
    });

    expect(response.body['code']).toBe('validation_failed');
    expect(Object.fromEntries(issuesIn(response))).toEqual({
      '#/date': 'invalid_date',
      '#/time': 'invalid_time',
      '#/versions/0/content/0/url': 'invalid_url',
      '#/versions/1/account_id': 'version_account_not_listed',
      '#/versions/1/content/0/media/0': 'invalid_type',
    });
  });

  it('points at each unknown reference, of all kinds at once', async ({ update }) => {
    const response = await update({
      accounts: [99, sandbox, 99],
      tags: [98],
      versions: [anOriginal([{ media: [97] }]), aVersion(99, [{ media: [1, 96] }])],
    });

    expect(issuesIn(response)).toEqual([
      ['#/accounts/0', 'account_not_found'],
      ['#/accounts/2', 'account_not_found'],
      ['#/tags/0', 'tag_not_found'],
      ['#/versions/0/content/0/media/0', 'media_not_found'],
      ['#/versions/1/content/0/media/1', 'media_not_found'],
    ]);
  });

  it.each(['accounts', 'tags', 'media'] as const)(
    'rejects %s of another workspace like unknown ones',
    async (kind, { api, update, workspaceId }) => {
      const body = {
        accounts: { accounts: [77], versions: [anOriginal()] },
        tags: { tags: [77], versions: [anOriginal()] },
        media: content({ media: [77] }),
      }[kind];
      const unknown = await update(body);
      const [own] = [...api.core[kind].values()];
      if (own?.workspaceId !== workspaceId) throw new Error('Nothing to copy');
      Reflect.apply(Map.prototype.set, api.core[kind], [
        'other/77',
        { ...own, id: 77, workspaceId: 'other' },
      ]);
      const foreign = await update(body);

      expect(foreign.status).toBe(422);
      expect(foreign.body['errors']).toEqual(unknown.body['errors']);
    },
  );

  it.each([
    ['no body', { body: '' }, 400, 'body_required'],
    [
      'half a body',
      { body: '{"versions":', headers: { 'content-type': 'application/json' } },
      400,
      'malformed_json',
    ],
    ['a list', { json: [] }, 422, 'invalid_type'],
    ['a form', { body: 'a=b', headers: { 'content-type': 'text/plain' } }, 415, 'unsupported_media_type'],
    ['more than 256 KiB', { json: aPostBody({ x: 'x'.repeat(262_144) }) }, 413, 'payload_too_large'],
  ])('rejects %s', async (_, request, status, code, { run }) => {
    expect(await run('update-post', request)).toMatchObject({ status, body: { code } });
  });

  it('rejects a body whose numbers would be too long for an item in decimal notation', async ({ update }) => {
    const wide = { sandbox: { n: Array.from({ length: 700 }, () => 1e20) } };
    const numbers = Array.from({ length: 30 }, (_, index) => index + 1);
    const versions = [anOriginal(), ...numbers.map((id) => ({ ...aVersion(id), options: wide }))];
    const text = JSON.stringify({ accounts: numbers, versions }).replaceAll('100000000000000000000', '1e20');
    expect(text.length).toBeLessThan(262_144);
    const { body } = await update(undefined, { body: text, headers: { 'content-type': 'application/json' } });

    expect(body['errors']).toMatchObject([{ pointer: '#/versions', code: 'too_long' }]);
  });

  it('treats an infinite number and too deeply nested options as a client error, not as a failure', async () => {
    const { update } = await startPostApi();
    const send = (options: string) =>
      update(undefined, {
        body: `{"versions":[{"account_id":0,"is_original":true,"content":[{}],"options":{"x":{"y":${options}}}}]}`,
        headers: { 'content-type': 'application/json' },
      });

    for (const options of [
      '1e999',
      `${'['.repeat(31)}1${']'.repeat(31)}`,
      `${'['.repeat(60_000)}${']'.repeat(60_000)}`,
    ]) {
      const { status, body } = await send(options);
      expect(status).toBe(422);
      expect(body['errors']).toMatchObject([{ pointer: '#/versions/0/options', code: 'out_of_range' }]);
    }
  });
});
