import { describe, expect, it } from 'vitest';
import { byUrgency, type Problem, sentenceOf } from '#console/screens/home/problem.ts';

const problem = (kind: Problem['kind'], fields: Partial<Problem> = {}): Problem => ({
  id: kind,
  kind,
  row: null,
  ...fields,
});

describe('the problems of Home', () => {
  it('are sorted by urgency, and keep their order within a kind', () => {
    const problems = [
      problem('paused'),
      problem('failing', { id: 'first' }),
      problem('waitingPost'),
      problem('failing', { id: 'second' }),
      problem('suspended'),
    ];

    expect(byUrgency(problems).map(({ id }) => id)).toEqual([
      'suspended',
      'first',
      'second',
      'waitingPost',
      'paused',
    ]);
  });

  it('are a sentence that counts things, not rows', () => {
    const problems = [problem('waitingPost', { count: 3 }), problem('failing'), problem('failedPost')];

    expect(sentenceOf(problems)).toBe(
      '1 endpoint is failing, 1 post was not published, 3 posts wait for approval.',
    );
  });

  it('have a plus after the count of a first page', () => {
    expect(sentenceOf([problem('waitingPost', { count: 50, isMore: true })])).toBe(
      '50+ posts wait for approval.',
    );
  });

  it('are a sentence, too, if there is none', () => {
    expect(sentenceOf([])).toBe('Nothing needs your attention.');
  });
});
