import { describe, expect, it } from 'vitest';
import { checkArchitecture, printViolation } from '#scripts/lib/architecture/check.ts';

describe('architecture check, circles of folders', () => {
  const from = (target: string) => `export { a } from '#${target}';`;

  it('finds a circle of three folders, with an import for each step', () => {
    const circle = {
      'shared/publishing/domain/a.ts': from('shared/publishing/ports/a.ts'),
      'shared/publishing/ports/a.ts': from('shared/publishing/themes/deep/a.ts'),
      'shared/publishing/themes/deep/a.ts': from('shared/publishing/domain/b.ts'),
    };

    expect(checkArchitecture(circle).map(printViolation)).toEqual([
      'shared/publishing/domain → shared/publishing/ports → shared/publishing/themes → shared/publishing/domain ' +
        '(folders import each other in a circle: ' +
        'shared/publishing/domain/a.ts → shared/publishing/ports/a.ts, ' +
        'shared/publishing/ports/a.ts → shared/publishing/themes/deep/a.ts, ' +
        'shared/publishing/themes/deep/a.ts → shared/publishing/domain/b.ts)',
    ]);
  });

  it.each([
    ['screens of a product', 'console/screens/webhooks/endpoint/a.ts', 'console/screens/webhooks/event/a.ts'],
    ['screens of two products', 'console/screens/webhooks/a.ts', 'console/screens/publishing/posts/a.ts'],
    ['parts of the console', 'console/parts/a.ts', 'console/session/a.ts'],
    ['parts of the local stack', 'local/queues/a.ts', 'local/pollers/a.ts'],
  ])('finds a circle of %s', (_, one, other) => {
    expect(checkArchitecture({ [one]: from(other), [other]: from(one) })).toHaveLength(1);
  });

  it('accepts files directly in a room, whose folders import them and are imported by them', () => {
    const files = { 'console/a.ts': from('console/parts/a.ts'), 'console/parts/a.ts': from('console/a.ts') };

    expect(checkArchitecture(files)).toEqual([]);
  });
});
