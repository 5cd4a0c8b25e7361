import { CORE_TABLE, DELIVERY_TABLE, type TableDefinition } from '#shared/platform/store/table-definition.ts';

/** A function that names an item, as its source says it. */
type KeyRow = { readonly name: string; readonly about: string; readonly pk: string; readonly sk: string };

const KEY_FUNCTION =
  /\/\*\* ((?:(?!\*\/)[\s\S])*?) \*\/\nexport function (\w+)\([^)]*\): (Key|string) \{\n([\s\S]*?)\n\}/gu;
const MEMBER = { pk: /pk: ([^\n]*?)(?:, sk:| \};)/u, sk: /sk: ([^\n]*?) \};/u };
const RETURNED = /return ([^\n]*);/u;
const PARTITION_OF = /^(\w+)\(.*\)(?:\.pk)?$/u;
const CONSTANT = /^const (\w+) = '([^']*)';$/gmu;
const IN_AN_INDEX = '(in an index)';

/** Where the keys of items are made. */
export const KEY_SOURCES = [
  'shared/platform/store/keys.ts',
  'shared/biolinks/store/page-keys.ts',
  'shared/publishing/store/publishing-keys.ts',
];

const MARKS = { begin: '<!-- generated: npm run data-model -->', end: '<!-- end of what is generated -->' };

/** The page with its generated part put in anew. @throws Error if the page has no place for it */
export function withGenerated(page: string, generated: string): string {
  const [before, rest] = page.split(MARKS.begin);
  const after = rest?.split(MARKS.end)[1];
  if (before === undefined || after === undefined)
    throw new Error('The page has no marks for what is generated');
  return `${before}${MARKS.begin}\n\n${generated}\n\n${MARKS.end}${after}`;
}

/** The generated part of `docs/data-model.md`: the tables with their indexes, and every item by the function that names it. */
export function dataModelPage(sources: readonly string[]): string {
  const rows = sources.flatMap(rowsOf);
  return [
    ...describeTable('Core table', CORE_TABLE),
    '',
    ...describeTable('Delivery table', DELIVERY_TABLE),
    '',
    '| Item or place | Partition key | Sort key | Named by |',
    '|---|---|---|---|',
    ...rows.map(({ about, pk, sk, name }) => `| ${about} | \`${resolve(pk, rows)}\` | ${sk} | \`${name}\` |`),
  ].join('\n');
}

function describeTable(title: string, { stream, timeToLive, indexes }: TableDefinition): string[] {
  const streamed = stream ? 'streamed with old and new images' : 'without a stream';
  const named = indexes.map(
    ({ name, partitionKey, sortKey }) => `\`${name}\` (\`${partitionKey}\`, \`${sortKey}\`)`,
  );
  return [
    `**${title}**: \`pk\`, \`sk\`; ${streamed}; expires by \`${timeToLive}\`. Sparse indexes, keys only: ${named.join(', ')}.`,
  ];
}

function rowsOf(source: string): KeyRow[] {
  const constants = new Map(
    [...source.matchAll(CONSTANT)].map(([, name = '', value = '']) => [name, `'${value}'`]),
  );
  return [...source.matchAll(KEY_FUNCTION)].flatMap(([, about = '', name = '', kind, body = '']) => {
    const isKey = kind === 'Key';
    const pk = (isKey ? MEMBER.pk : RETURNED).exec(body)?.[1] ?? '';
    const sk = MEMBER.sk.exec(body)?.[1] ?? '';
    // A function that returns a part of a key names no place of its own.
    if (!isKey && !/^[`']/u.test(pk)) return [];
    const place = isKey ? `\`${textOf(constants.get(sk) ?? sk)}\`` : IN_AN_INDEX;
    return [{ name, about: about.replaceAll(/\s*\n \* ?/gu, ' ').replace(/\.$/u, ''), pk, sk: place }];
  });
}

/** `` `W#${workspaceId}#P` `` as `W#<workspaceId>#P`. */
function textOf(expression: string): string {
  const named = /^(?:\w+\()?([a-z]\w*)\)?$/u.exec(expression)?.[1];
  if (named !== undefined) return `<${named}>`;
  return expression.replaceAll(/\$\{(?:\w+\()?(\w+)[^}]*\}/gu, '<$1>').replaceAll(/[`']/gu, '');
}

/** An item that lies beside another one names its partition by that one's function. */
function resolve(pk: string, rows: readonly KeyRow[]): string {
  const beside = rows.find(({ name }) => name === PARTITION_OF.exec(pk)?.[1]);
  return textOf(beside ? beside.pk : pk);
}
