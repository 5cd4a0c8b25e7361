// Converts `events/` from one gateway event per sample, with `events/manifest.json`, to one `samples.json` per function. Wherever
// the folder of a function is, its samples stay there. Remove this script once it has run: nothing else reads the old form.
import { globSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { execFileSync } from 'node:child_process';
import { isDeepStrictEqual } from 'node:util';
import * as v from 'valibot';
import { type Changes, deriveEvent, gatewayEventSchema } from './derive-event.ts';

type GatewayEvent = v.InferOutput<typeof gatewayEventSchema>;

const manifestSchema = v.object({
  samples: v.array(
    v.looseObject({
      function: v.string(),
      file: v.string(),
      kind: v.string(),
      about: v.string(),
      given: v.optional(v.string()),
      outcome: v.unknown(),
    }),
  ),
});

const ROOT = fileURLToPath(new URL('../', import.meta.url));
const EVENTS = join(ROOT, 'events');
const files = globSync('**/*.json', { cwd: EVENTS });
const { samples } = v.parse(manifestSchema, readJson('manifest.json'));

for (const [operation, own] of Map.groupBy(samples, (sample) => sample.function)) {
  const [first] = own;
  if (!first) continue;
  const base = fileOf(operation, first.file);
  const entries = own.map((sample) => {
    const { file, about, given, outcome } = sample;
    const entry = { name: basename(file, '.json'), about, given, outcome };
    if (sample === first || sample.kind !== 'http') return entry;
    const path = fileOf(operation, file);
    const changes = changesFrom(readEvent(base), readEvent(path));
    if (!changes) {
      console.log(`${path} stays as it is: it changes what a derived sample cannot`);
      return entry;
    }
    rmSync(join(EVENTS, path));
    return { ...entry, extends: basename(base), ...changes };
  });
  const text = JSON.stringify({ kind: first.kind, samples: entries });
  writeFileSync(join(EVENTS, dirname(base), 'samples.json'), `${text}\n`);
}
rmSync(join(EVENTS, 'manifest.json'));
execFileSync(join(ROOT, 'node_modules/.bin/oxfmt'), ['events'], { cwd: ROOT, stdio: 'inherit' });

/** The file of a sample, also if the folders of functions have moved since the manifest was written. */
function fileOf(operation: string, file: string): string {
  const end = `${operation}/${basename(file)}`;
  const found = files.find((each) => each === end || each.endsWith(`/${end}`));
  if (found === undefined) throw new Error(`events/ has no ${end}`);
  return found;
}

function readJson(file: string): unknown {
  return JSON.parse(readFileSync(join(EVENTS, file), 'utf8'));
}

function readEvent(file: string): GatewayEvent {
  return v.parse(gatewayEventSchema, readJson(file));
}

/** The changes that make the one event of the other, or `undefined` if none do. */
function changesFrom(base: GatewayEvent, event: GatewayEvent): Changes | undefined {
  const changes: Changes = {
    ...(event.routeKey === base.routeKey ? {} : { routeKey: event.routeKey }),
    ...changedMembers('pathParameters'),
    ...changedMembers('queryStringParameters'),
    ...changedMembers('headers'),
    ...(event['isBase64Encoded'] === base['isBase64Encoded']
      ? {}
      : { isBase64Encoded: event['isBase64Encoded'] === true }),
    ...(event['body'] === base['body'] ? {} : { body: valueOf(event['body']) }),
  };
  const derived = deriveEvent(base, changes);
  const complete = {
    ...(derived.rawPath === event.rawPath ? {} : { rawPath: event.rawPath }),
    ...(derived.rawQueryString === event.rawQueryString ? {} : { rawQueryString: event.rawQueryString }),
    ...changes,
  };
  const isSame = isDeepStrictEqual(readable(deriveEvent(base, complete)), readable(event));
  return isSame ? complete : undefined;

  function changedMembers(part: 'pathParameters' | 'queryStringParameters' | 'headers'): Changes {
    const [before, after] = [textsOf(base[part]), textsOf(event[part])];
    if (isDeepStrictEqual(before, after)) return {};
    if (after === undefined) return { [part]: null };
    const names = [...new Set([...Object.keys(before ?? {}), ...Object.keys(after)])];
    const changed = names.filter((name) => before?.[name] !== after[name]);
    return { [part]: Object.fromEntries(changed.map((name) => [name, after[name] ?? null])) };
  }
}

function textsOf(part: unknown): Record<string, string> | undefined {
  return part === undefined ? undefined : v.parse(v.record(v.string(), v.string()), part);
}

/** The JSON value of a body if writing it again loses nothing but white space; its text otherwise. */
function valueOf(body: unknown): unknown {
  if (typeof body !== 'string') return null;
  const text = withNumberPlaceholders(body);
  try {
    const value: unknown = JSON.parse(text);
    const compact = text.replaceAll(/("(?:[^"\\]|\\.)*")|\s+/gu, '$1');
    return typeof value === 'object' && value !== null && JSON.stringify(value) === compact ? value : body;
  } catch {
    return body;
  }
}

function withNumberPlaceholders(body: string): string {
  return body.replaceAll(/(?<=[[:,]\s*)\{\{(\w+)\}\}/gu, '"{{$1:number}}"');
}

/** The event with the value of its body, to compare two events whatever white space their bodies have. */
function readable(event: GatewayEvent): GatewayEvent {
  return 'body' in event ? { ...event, body: valueOf(event['body']) } : event;
}
