import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { REPOSITORY } from '#infra/cdk-context.ts';
import {
  DOCUMENTS_WITH_TEMPLATE_FIGURES,
  withTemplateFigures,
} from '#scripts/lib/generate/template-figures.ts';
import { resourcesOf, templatesOf } from '#test/infra/synthesized.ts';

const COUNTED =
  /\b(?:\d{2,}|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|thirteen) (?:stacks|IAM roles|queue mappings|templates|alarms)\b/gu;

describe('numbers of the templates in documents', () => {
  it.each(DOCUMENTS_WITH_TEMPLATE_FIGURES)(
    'are those of the templates in %s: npm run generate -- template-figures',
    (path) => {
      const text = textOf(path);

      expect(withTemplateFigures(text, templatesOf)).toBe(text);
    },
  );

  it('follow the templates', () => {
    const roles = resourcesOf('dev', 'AWS::IAM::Role').length;
    const marked = (value: string, factor = '') => `${value}<!-- templates: roles of dev${factor} -->`;

    expect(withTemplateFigures(`${marked('7')} and ${marked('7', ' × 10')}`, templatesOf)).toBe(
      `${marked(String(roles))} and ${marked((10 * roles).toLocaleString('en-US'), ' × 10')}`,
    );
    expect(() => withTemplateFigures('7<!-- templates: wishes of dev -->', templatesOf)).toThrow(
      'wishes of dev',
    );
    expect(() => withTemplateFigures('7<!-- templates: roles of test -->', templatesOf)).toThrow(
      'roles of test',
    );
  });

  it('are marked wherever operations counts what a stage has', () => {
    const text = textOf('docs/operations.md');

    expect(text.match(/<!-- templates: /gu)?.length).toBeGreaterThan(10);
    expect(text.match(COUNTED) ?? []).toEqual([]);
  });
});

describe('the stacks in operations', () => {
  const text = textOf('docs/operations.md');
  const stacks = Object.entries(templatesOf('dev')).map(([name, { Outputs = {} }]) => ({
    name: name.replace('workspace-dev-', ''),
    outputs: Object.values(Outputs).filter(({ Export }) => Export === undefined).length,
  }));

  it('are all named in the order of a deployment', () => {
    const [order = ''] = /CDK deploys the stacks in the order[\s\S]*?\n\n/u.exec(text) ?? [];

    expect(stacks.filter(({ name }) => !order.includes(`\`${name}\``))).toEqual([]);
  });

  it('are all in the table of outputs if they have outputs of their own', () => {
    const [table = ''] = /\| Stack \| Outputs \|\n[\s\S]*?\n\n/u.exec(text) ?? [];

    expect(stacks.filter(({ name, outputs }) => outputs > 0 && !table.includes(`\`${name}\``))).toEqual([]);
  });
});

function textOf(path: string): string {
  return readFileSync(join(REPOSITORY, path), 'utf8');
}
