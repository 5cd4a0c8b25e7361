import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { REPOSITORY } from '#infra/cdk-context.ts';
import { STAGES } from '#infra/config.ts';
import { DEAD_LETTERS } from '#infra/settings/dead-letters.ts';
import { withDeadLetterTable } from '#scripts/lib/generate/dead-letter-table.ts';
import { resourcesOf } from '#test/infra/synthesized.ts';

const PAGE = readFileSync(join(REPOSITORY, 'docs/runbooks/redrive.md'), 'utf8');

describe('the table of dead-letter queues in the runbook redrive', () => {
  it.each(STAGES)('has a row for each dead-letter queue of %s, and no other', (stage) => {
    const queues = resourcesOf(stage, 'AWS::SQS::Queue').flatMap(
      ({ id }) => /^(\w+)DeadLetters$/u.exec(id)?.[1] ?? [],
    );

    expect(queues.toSorted()).toEqual(Object.keys(DEAD_LETTERS).toSorted());
  });

  it('is up to date; `npm run generate -- dead-letters` writes it', () => {
    expect(withDeadLetterTable(PAGE)).toBe(PAGE);
  });

  it('is not added to a page without its section', () => {
    expect(() => withDeadLetterTable('# Redrive\n')).toThrow(/Each dead-letter queue/u);
  });
});
