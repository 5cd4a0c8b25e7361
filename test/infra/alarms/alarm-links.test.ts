import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { App } from 'aws-cdk-lib';
import { describe, expect, it } from 'vitest';
import { REPOSITORY } from '#infra/cdk-context.ts';
import { logsInsightsLink } from '#infra/constructs/logs-insights-link.ts';
import { runbookLink } from '#infra/constructs/runbook.ts';
import { WATCHED, at, resourcesOf } from '#test/infra/synthesized.ts';

/** The longest name of a region in the partition `aws`. */
const LONGEST_REGION = 'ap-southeast-1';
/** PutMetricAlarm, AlarmDescription: "Maximum length of 1024". */
const LONGEST_DESCRIPTION = 1024;
/** Pages that list a queue of each kind, and so name the queue of the alarm that links to them. */
const NAMES_QUEUES = ['redrive', 'missed-ticks'];

type Structure = { readonly [key: string]: unknown };

/** What the console reads from the address: the structure is decoded as a percent-encoded text, twice. */
function decoded(link: string): { readonly region: string; readonly detail: Structure } {
  const { host, searchParams, hash } = new URL(link);
  const route = decodeURIComponent(hash.slice(1).replaceAll('$', '%'));
  const [page, query = ''] = route.split('?');
  const region = searchParams.get('region') ?? '';
  expect([host, page]).toEqual([`${region}.console.aws.amazon.com`, 'logsV2:logs-insights']);
  const [name, ...rest] = query.split('=');
  expect(name).toBe('queryDetail');
  return { region, detail: structureOf(decodeURIComponent(rest.join('='))) };
}

/** `~(key~value~key~(~'text~'text))` with texts that begin with `'`. */
function structureOf(text: string): Structure {
  let position = 0;
  const take = (form: RegExp): string => {
    const [found = ''] = new RegExp(form, 'uy').exec(text.slice(position)) ?? [];
    position += found.length;
    return found;
  };
  const value = (): unknown => {
    if (take(/~\(~/) !== '') return list();
    if (take(/~\(/) !== '') return members();
    const [, isText, content = ''] = /^~('?)([\w.*-]*)/u.exec(take(/~'?[\w.*-]*/)) ?? [];
    return isText === "'" ? textOf(content) : Number(content);
  };
  const list = (): unknown[] => {
    position -= 1;
    const values: unknown[] = [];
    while (take(/\)/) === '') values.push(value());
    return values;
  };
  const members = (): Structure => {
    const entries: [string, unknown][] = [];
    do entries.push([take(/\w+/), value()]);
    while (take(/~/) !== '');
    expect(take(/\)/)).toBe(')');
    return Object.fromEntries(entries);
  };
  const whole = value() as Structure;
  expect(position).toBe(text.length);
  return whole;
}

function textOf(escaped: string): string {
  return escaped.replaceAll(/\*([0-9a-f]{2})/gu, (_, code: string) =>
    String.fromCharCode(Number.parseInt(code, 16)),
  );
}

describe('the link to a query', () => {
  it('has the form that the console writes', () => {
    expect(logsInsightsLink('eu-west-1', ['/aws/lambda/a-b'], 'fields @timestamp | limit 20')).toBe(
      'https://eu-west-1.console.aws.amazon.com/cloudwatch/home?region=eu-west-1#logsV2:logs-insights$3FqueryDetail$3D' +
        '$257E$2528end$257E0$257Estart$257E-10800$257EtimeType$257E$2527RELATIVE$257Eunit$257E$2527seconds' +
        '$257EeditorString$257E$2527fields*20*40timestamp*20*7c*20limit*2020' +
        '$257Esource$257E$2528$257E$2527*2faws*2flambda*2fa-b$2529$2529',
    );
  });

  it('contains a query with any character unchanged, and only characters that a mail program keeps in a link', () => {
    const query = 'filter a = "~(\'$*%\')" and b like /x+/\n| stats count() by c, `where`';
    const link = logsInsightsLink('us-east-1', ['/a', '/b_c.d'], query);

    expect(decoded(link).detail).toEqual({
      end: 0,
      start: -10_800,
      timeType: 'RELATIVE',
      unit: 'seconds',
      editorString: query,
      source: ['/a', '/b_c.d'],
    });
    expect(link).toMatch(/^[\w:/.?=#$*-]+$/u);
  });
});

describe('the link to a runbook', () => {
  const scopeOf = (context: Readonly<Record<string, unknown>>) => new App({ context });
  const onGitHub = { runbookBaseUrl: null };

  it.each([
    [
      { repository: 'acme/platform', commit: 'abcdef0' },
      onGitHub,
      'https://github.com/acme/platform/blob/abcdef0/docs/runbooks/redrive.md',
    ],
    [
      { repository: 'acme/platform' },
      onGitHub,
      'https://github.com/acme/platform/blob/main/docs/runbooks/redrive.md',
    ],
    [
      { commit: 'abcdef0' },
      { runbookBaseUrl: 'https://wiki.example.com/{commit}/' },
      'https://wiki.example.com/abcdef0/redrive.md',
    ],
    [
      { repository: 'acme/platform' },
      { runbookBaseUrl: 'https://wiki.example.com' },
      'https://wiki.example.com/redrive.md',
    ],
    [{}, onGitHub, 'docs/runbooks/redrive.md'],
  ])('of %j and %j is %s', (context, config, link) => {
    expect(runbookLink(scopeOf(context), config, 'redrive')).toBe(link);
  });

  it.each([{ commit: 'HEAD' }, { commit: true }, { repository: 'platform' }, { repository: 'a/b/c' }])(
    'rejects %j',
    (context) => {
      expect(() => runbookLink(scopeOf(context), onGitHub, 'redrive')).toThrow(/use `-c repository=/u);
    },
  );
});

describe.each(WATCHED)('the description of each alarm of %s', (stage) => {
  const groups = resourcesOf(stage, 'AWS::Logs::LogGroup').map(({ properties }) =>
    String(properties['LogGroupName']),
  );
  const alarms = resourcesOf(stage, 'AWS::CloudWatch::Alarm').map(({ properties }) => ({
    name: String(properties['AlarmName']),
    queue: queueOf(properties),
    description: String(properties['AlarmDescription']).replaceAll('${AWS::Region}', LONGEST_REGION),
  }));
  const filters = resourcesOf(stage, 'AWS::Logs::MetricFilter').map(({ properties }) => ({
    metric: String(at(properties, 'MetricTransformations', 0, 'MetricName')),
    code: /\$\.code = "(\w+)"/u.exec(String(properties['FilterPattern']))?.[1],
  }));

  it.each(alarms)('$name is short enough, and names the runbook, the logs and a query', ({ description }) => {
    const [impact = '', runbook = '', logs = '', query = '', ...others] = description.split('\n');

    expect(description.length).toBeLessThanOrEqual(LONGEST_DESCRIPTION);
    expect(impact).toMatch(/^[A-Z].{40,}\.$/u);
    expect(runbook).toMatch(
      /^Runbook: https:\/\/github\.com\/example\/platform\/blob\/[0-9a-f]{40}\/docs\/runbooks\/[a-z-]+\.md$/u,
    );
    expect(logs).toMatch(/^Logs: \/aws\//u);
    expect(query).toMatch(/^Query: https:\/\//u);
    expect(others).toEqual([]);
  });

  it.each(alarms)('$name links to a page that exists and names its queue', ({ description, queue }) => {
    const [, file = ''] = /\/(docs\/runbooks\/([a-z-]+)\.md)$/mu.exec(description) ?? [];
    const path = join(REPOSITORY, file);

    expect([file, existsSync(path)]).toEqual([file, true]);
    if (queue !== undefined && NAMES_QUEUES.some((page) => file.endsWith(`/${page}.md`)))
      expect(readFileSync(path, 'utf8')).toContain(queue);
  });

  it.each(alarms)('$name names log groups that exist, and links to a query of these', ({ description }) => {
    const [, names = ''] = /^Logs: (.*)$/mu.exec(description) ?? [];
    const [, link = ''] = /^Query: (.*)$/mu.exec(description) ?? [];
    const { region, detail } = decoded(link);
    const named = names.split(' ');
    const prefixes = named.filter((name) => name.endsWith('*')).map((name) => name.slice(0, -1));

    expect(region).toBe(LONGEST_REGION);
    expect(named.filter((name) => !name.endsWith('*'))).toEqual(detail['source']);
    expect(detail['source']).not.toEqual([]);
    for (const group of named.filter((name) => !name.endsWith('*'))) expect(groups).toContain(group);
    for (const prefix of prefixes)
      expect(groups.filter((group) => group.startsWith(prefix)).length).toBeGreaterThan(200);
    expect(detail['editorString']).toMatch(/^(?:filter [a-zA-Z]+ (?:=|>=) |stats )/u);
  });

  it('of an alarm on a log line queries this line, and the runbook says what it means', () => {
    const codes = filters.flatMap(({ metric, code }) => (code === undefined ? [] : [{ metric, code }]));
    const found = resourcesOf(stage, 'AWS::CloudWatch::Alarm').flatMap(({ properties }) => {
      const code = codes.find(({ metric }) => metric === properties['MetricName'])?.code;
      return code === undefined ? [] : [{ code, description: String(properties['AlarmDescription']) }];
    });

    expect(found.length).toBeGreaterThan(10);
    for (const { code, description } of found) {
      const [, link = ''] = /^Query: (.*)$/mu.exec(description) ?? [];
      const [page = ''] = /docs\/runbooks\/[a-z-]+\.md/u.exec(description) ?? [];

      expect(decoded(link.replaceAll('${AWS::Region}', LONGEST_REGION)).detail['editorString']).toBe(
        `filter code = "${code}"\n| sort @timestamp desc`,
      );
      expect([page, readFileSync(join(REPOSITORY, page), 'utf8').includes(code)]).toEqual([page, true]);
    }
  });

  it('of an alarm on every function names a prefix, whose query is in the runbook', () => {
    const pages = alarms
      .filter(({ description }) => /^Logs: .*\*$/mu.test(description))
      .map(({ description }) => /docs\/runbooks\/[a-z-]+\.md/u.exec(description)?.[0] ?? '');

    expect(pages.length).toBeGreaterThan(4);
    for (const page of new Set(pages))
      expect([page, readFileSync(join(REPOSITORY, page), 'utf8')]).toEqual([
        page,
        expect.stringMatching(/SOURCE logGroups\(namePrefix|failing-function\.md/u),
      ]);
  });
});

/** The stem of the logical id of the queue that an alarm is about: `DeliveryDeadLetters`. */
function queueOf(properties: Readonly<Record<string, unknown>>): string | undefined {
  if (at(properties, 'Namespace') !== 'AWS/SQS') return undefined;
  return /\$\{(\w+)\.QueueName\}/u.exec(String(at(properties, 'Dimensions', 0, 'Value')))?.[1];
}
