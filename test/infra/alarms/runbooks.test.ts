import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { REPOSITORY } from '#infra/cdk-context.ts';
import { RUNBOOKS } from '#infra/constructs/runbook.ts';
import { everyAlarm } from '#infra/every-alarm.ts';
import { withAlarmTable } from '#scripts/lib/generate/alarm-table.ts';
import { memberKey } from '#shared/platform/store/keys.ts';
import { sequentialKey } from '#shared/platform/store/sequential-keys.ts';
import { functionsOf, resourcesOf, templatesOf } from '#test/infra/synthesized.ts';

const FOLDER = join(REPOSITORY, 'docs/runbooks');
/** The sections that an operator on call needs, in this order. */
const SECTIONS = ['What it means', 'First look', 'Remediation', 'Afterwards'];
/** What a customer reports and no metric shows. */
const WITHOUT_ALARM = ['lost-admin-key'];
/** The page that says where to begin. */
const START = 'README';
const pages = readdirSync(FOLDER)
  .map((file) => file.replace(/\.md$/u, ''))
  .filter((page) => page !== START);

describe('runbooks', () => {
  it('are the pages that an alarm may link to, and those for requests of customers', () => {
    expect(pages.toSorted()).toEqual([...RUNBOOKS, ...WITHOUT_ALARM].toSorted());
  });

  it.each(pages)('%s has all sections in order, and a command to copy in the first section', (page) => {
    const text = textOf(page);
    const sections = [...text.matchAll(/^## (.+)$/gmu)].map(([, title]) => title ?? '');
    const firstLook = text.split('## First look')[1]?.split('\n## ')[0];

    expect(sections.filter((title) => SECTIONS.includes(title))).toEqual(SECTIONS);
    expect(firstLook).toMatch(/```(?:sh|sql)\n/u);
  });
});

describe('links of the runbooks', () => {
  it.each([START, ...pages])('of %s point to a page and a heading that exist', (page) => {
    const text = textOf(page);
    for (const [, target = ''] of text.matchAll(/\]\(([^)]+)\)/gu)) {
      const [file = '', anchor] = target.split('#');
      const linked = file === '' ? join(FOLDER, `${page}.md`) : join(FOLDER, file);

      expect([target, existsSync(linked)]).toEqual([target, true]);
      if (anchor !== undefined) expect(anchorsOf(readFileSync(linked, 'utf8'))).toContain(anchor);
    }
  });
});

describe('the first page', () => {
  const text = textOf(START);

  it('has a row for every alarm that a stage can have; `npm run generate -- alarms` writes it', () => {
    const alarms = everyAlarm();

    expect(withAlarmTable(text, alarms)).toBe(text);
    expect(new Set(alarms.map(({ runbook }) => runbook))).toEqual(new Set(RUNBOOKS));
  });

  it('leads to every runbook by what customers notice', () => {
    const [, section = ''] = text.split('\n## What the mail says\n');
    const [table = ''] = section.split('\n## ');

    expect(pages.filter((page) => !table.includes(`](${page}.md)`))).toEqual([]);
  });
});

describe('missed-ticks', () => {
  const text = textOf('missed-ticks');

  it.each(resourcesOf('dev', 'AWS::Scheduler::Schedule').map(({ id, properties }) => ({ id, properties })))(
    'looks at the group and the dead-letter queue of $id',
    ({ id, properties }) => {
      const loop = /for GROUP in (.*); do/u.exec(text)?.[1]?.split(' ');

      expect(loop).toContain(String(properties['GroupName']).replace('workspace-dev-', ''));
      expect(text).toContain(`contains(@, \`${id.replace(/Schedule\d*$/u, 'DeadLetters')}\`)`);
    },
  );
});

describe('queries of items', () => {
  it('use the keys of the stores', () => {
    const restore = readFileSync(join(REPOSITORY, 'docs/restore.md'), 'utf8');

    expect(textOf('lost-admin-key')).toContain(`"${memberKey('<workspace id>', '').pk}"`);
    expect(restore).toContain(`"${sequentialKey('<workspace id>', 'MD', 1).pk}"`);
  });
});

describe('commands of the runbooks', () => {
  const outputs = Object.values(templatesOf('dev')).flatMap(({ Outputs }) => Object.keys(Outputs ?? {}));
  const staged = resourcesOf('dev', 'AWS::Lambda::Alias').map(({ properties }) =>
    String(properties['FunctionName']).slice('${'.length, -'Function}'.length),
  );
  const consumers = functionsOf('dev').filter(({ id }) => staged.some((stem) => id === `${stem}Function`));

  it.each(pages)('of %s use only outputs that the stacks have', (page) => {
    const asked = [...textOf(page).matchAll(/<([A-Z]\w+)>/gu)].map(([, name]) => name);

    expect(asked.filter((name) => name !== undefined && !outputs.includes(name))).toEqual([]);
  });

  it.each(pages)(
    'of %s list the mappings of the alias if there is one, and print the UUID that the fix requires',
    (page) => {
      const text = textOf(page);
      for (const [command, name = ''] of text.matchAll(
        /list-event-source-mappings --function-name workspace-<stage>-(\S+).*$/gmu,
      )) {
        const isStaged = consumers.some(({ operation }) => name.startsWith(operation));

        expect([command, name.endsWith(':live')]).toEqual([command, isStaged]);
        if (name.startsWith('<'))
          for (const { operation } of consumers)
            expect(text).toContain(`workspace-<stage>-${operation}:live`);
        if (text.includes('--uuid')) expect(command).toContain('UUID');
      }
    },
  );
});

function textOf(page: string): string {
  return readFileSync(join(FOLDER, `${page}.md`), 'utf8');
}

function anchorsOf(text: string): readonly string[] {
  return [...text.matchAll(/^#+ (.+)$/gmu)].map(([, title = '']) =>
    title
      .toLowerCase()
      .replaceAll(/[^a-z0-9 -]/gu, '')
      .replaceAll(' ', '-'),
  );
}
