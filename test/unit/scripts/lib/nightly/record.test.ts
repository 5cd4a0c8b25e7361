import { execFileSync } from 'node:child_process';
import { describe, expect, it } from 'vitest';
import { NIGHTLY_PARTS } from '#scripts/lib/nightly/parts.ts';
import { outdatedParts, readRecord } from '#scripts/lib/nightly/record.ts';

const COMMIT_AT = new Date('2026-03-20T12:00:00Z');
const AT_LIMIT = '2026-03-06T12:00:00.000Z';
const TOO_OLD = '2026-03-06T11:59:59.999Z';

const run = (startedAt: string) => ({ startedAt, commit: 'c', seconds: 1 });
const problem = (outcome: 'failed' | 'not-run', startedAt: string) => ({
  shows: '',
  problem: { ...run(startedAt), outcome, reason: 'r' },
});

describe('the record of npm run test:nightly', () => {
  it('is at most 14 days older than the commit', async () => {
    const committedAt = execFileSync('git', ['log', '-1', '--format=%cI'], { encoding: 'utf8' });
    const names = NIGHTLY_PARTS.map(({ name }) => name);

    expect(outdatedParts(await readRecord(), names, new Date(committedAt.trim()))).toEqual([]);
  });
});

describe('a part of the record', () => {
  it.each([
    ['passed 14 days before', { shows: '', passed: run(AT_LIMIT) }, 0],
    ['passed earlier', { shows: '', passed: run(TOO_OLD) }, 1],
    ['passed 14 days before and failed since', { ...problem('failed', AT_LIMIT), passed: run(AT_LIMIT) }, 0],
    ['failed within 14 days', problem('failed', AT_LIMIT), 1],
    ['did not run for a reason within 14 days', problem('not-run', AT_LIMIT), 0],
    ['did not run for a reason earlier', problem('not-run', TOO_OLD), 1],
  ])('that %s: %#', (_, part, count) => {
    expect(outdatedParts({ part }, ['part'], COMMIT_AT)).toHaveLength(count);
  });

  it('that is missing is outdated, with the command that renews it', () => {
    expect(outdatedParts({}, ['load'], COMMIT_AT)).toEqual([
      'load passed never: run npm run test:nightly -- --only load',
    ]);
  });
});
