import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { REPOSITORY } from '#infra/cdk-context.ts';
import { functionsOf, resourcesOf, templatesOf } from '#test/infra/synthesized.ts';

/** Pages whose commands an operator copies. */
const PAGES = [
  'docs/operations.md',
  ...readdirSync(join(REPOSITORY, 'docs/runbooks')).map((file) => `docs/runbooks/${file}`),
];

/** Words in the form of a log code that AWS defines. */
const AWS_WORDS = ['UPDATE_ROLLBACK_FAILED'];

const groups = resourcesOf('dev', 'AWS::Scheduler::ScheduleGroup').map(({ properties }) =>
  String(properties['Name']).replace('workspace-dev-', ''),
);
const stacks = Object.keys(templatesOf('dev')).map((name) => name.replace('workspace-dev-', ''));
const accessLogs = resourcesOf('dev', 'AWS::Logs::LogGroup')
  .map(({ properties }) => String(properties['LogGroupName']))
  .filter((name) => name.startsWith('/aws/vendedlogs/'))
  .map((name) => name.replace('/aws/vendedlogs/workspace-dev-', ''));
const functions = functionsOf('dev').map(({ operation }) => operation);
const ids = resourcesOf('dev').map(({ id }) => id);
const outputs = Object.values(templatesOf('dev')).flatMap(({ Outputs }) => Object.keys(Outputs ?? {}));
const pipeline = readFileSync(join(REPOSITORY, '.github/workflows/deploy.yml'), 'utf8');
const source = [...['shared', 'functions', 'infra'].map(sourceOf), pipeline].join('\n');

describe.each(PAGES)('names in %s', (page) => {
  const text = readFileSync(join(REPOSITORY, page), 'utf8');

  it('are names of schedule groups that exist', () => {
    const loops = [...text.matchAll(/for GROUP in ([a-z -]+);/gu)].flatMap(([, names = '']) =>
      names.split(' '),
    );
    const mentions = [...text.matchAll(/Groups?: ((?:`[a-z-]+`(?:, )?)+)|`…-([a-z]+)`\)/gu)].flatMap(
      ([, names, name]) => names?.replaceAll('`', '').split(', ') ?? [name ?? ''],
    );

    expect([...loops, ...mentions].filter((name) => ![...groups, ...functions].includes(name))).toEqual([]);
  });

  it('are names of stacks, functions, schedule groups and access logs that exist', () => {
    const known = new Set([...stacks, ...functions, ...groups, ...accessLogs]);
    const named = [...text.matchAll(/workspace-(?:<stage>|dev|staging|prod)-([a-z]+(?:-[a-z]+)*)/gu)];

    expect(named.map(([, name = '']) => name).filter((name) => !known.has(name))).toEqual([]);
  });

  it('are ids of queues and buckets, and outputs, that exist', () => {
    const named = [...text.matchAll(/`<?([A-Z]\w+(?:DeadLetters|Queue|Bucket|Url|TopicArn))>?`/gu)];

    expect(
      named.map(([, name = '']) => name).filter((name) => !ids.includes(name) && !outputs.includes(name)),
    ).toEqual([]);
  });

  it('are log codes and constants that occur in the source', () => {
    const named = [...text.matchAll(/[`"]([A-Z]+(?:_[A-Z]+)+)[`"]/gu)].map(([, name = '']) => name);

    expect(
      named.filter((name) => !AWS_WORDS.includes(name) && !new RegExp(`\\b${name}\\b`, 'u').test(source)),
    ).toEqual([]);
  });
});

describe('the removal of a stage', () => {
  it('deletes every schedule group', () => {
    const operations = readFileSync(join(REPOSITORY, 'docs/operations.md'), 'utf8');
    const [, deleted = ''] = /for GROUP in ([a-z -]+);/u.exec(operations) ?? [];

    expect(deleted.split(' ').toSorted()).toEqual(groups.toSorted());
  });
});

function sourceOf(folder: string): string {
  return readdirSync(join(REPOSITORY, folder), { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts'))
    .map((file) => readFileSync(join(REPOSITORY, folder, file), 'utf8'))
    .join('\n');
}
