import { describe, expect, it } from 'vitest';
import { failedPublications } from '#console/screens/publishing/posts/failed-publications.ts';

type Given = Parameters<typeof failedPublications>[0];

const publication = (
  run: number,
  account: number,
  state: 'failed' | 'published',
): Given['publications'][number] => ({
  run,
  account_id: account,
  provider: 'sandbox',
  state,
  attempts: 1,
  remote: [],
  error: null,
  created_at: '2027-03-01T08:30:00.000Z',
  last_attempt_at: null,
  next_attempt_at: null,
  finished_at: null,
  removal: null,
});
const POST: Given = {
  status_name: 'failed',
  publishing: false,
  trashed: false,
  accounts: [1, 2, 3, 4],
  publications: [
    publication(2, 1, 'published'),
    publication(1, 1, 'failed'),
    publication(1, 2, 'failed'),
    publication(1, 3, 'published'),
    publication(1, 9, 'failed'),
  ],
};

describe('failedPublications', () => {
  it('are the latest results that are failures, of accounts that the post still has', () => {
    expect(failedPublications(POST).map(({ account_id: id }) => id)).toEqual([2]);
  });

  it.each([{ status_name: 'scheduled' as const }, { publishing: true }, { trashed: true }])(
    'are none for a post with %o',
    (fields) => {
      expect(failedPublications({ ...POST, ...fields })).toEqual([]);
    },
  );
});
