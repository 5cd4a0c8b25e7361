import { createHash } from 'node:crypto';
import { mkdirSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import * as v from 'valibot';
import { digestInputs } from '#infra/bundling/digest-inputs.ts';
import { readJsonFile, writeJsonFile } from '#local/json-file.ts';

/** Templates by stack name. */
export type Templates = Readonly<Record<string, unknown>>;

/** Templates, and the files of the repository that they depend on, as paths from its root. */
export type Synthesis = { readonly templates: Templates; readonly inputs: readonly string[] };

const entrySchema = v.object({
  inputs: v.array(v.string()),
  inputsDigest: v.string(),
  templates: v.string(),
  templatesDigest: v.string(),
});
/** The times of files come from a clock that is some milliseconds behind. */
const CLOCK_TOLERANCE_MS = 1000;

const templatesSchema = v.record(v.string(), v.unknown());

/**
 * The templates of the last synthesis, or new ones if one of its inputs has changed since. The cache is one file. An incomplete or
 * changed file is ignored.
 */
export async function cachedTemplates(options: {
  readonly file: string;
  /** The root of the repository. */
  readonly root: string;
  /** Inputs that are not files. */
  readonly about: string;
  readonly synthesize: () => Promise<Synthesis>;
}): Promise<Templates> {
  const { file, root, about } = options;
  const digest = (inputs: readonly string[]): string =>
    digestInputs(
      inputs.map((input) => join(root, input)),
      about,
    );
  const entry = readEntry(file);
  if (entry !== undefined && entry.inputsDigest === digest(entry.inputs)) return parse(entry.templates);

  const unchangedSince = Date.now() - CLOCK_TOLERANCE_MS;
  const { templates, inputs } = await options.synthesize();
  // A file that was saved during the synthesis may have been read before.
  if (inputs.some((input) => changedAt(join(root, input)) > unchangedSince)) return templates;
  const text = JSON.stringify(templates);
  try {
    mkdirSync(dirname(file), { recursive: true });
    writeJsonFile(file, {
      inputs: [...inputs],
      inputsDigest: digest(inputs),
      templates: text,
      templatesDigest: digestOf(text),
    } satisfies v.InferOutput<typeof entrySchema>);
  } catch {
    // Without a writable folder, each start synthesizes.
  }
  return templates;
}

function readEntry(file: string): v.InferOutput<typeof entrySchema> | undefined {
  try {
    const entry = v.parse(entrySchema, readJsonFile(file));
    return entry.templatesDigest === digestOf(entry.templates) ? entry : undefined;
  } catch {
    return undefined;
  }
}

function parse(templates: string): Templates {
  return v.parse(templatesSchema, JSON.parse(templates));
}

function digestOf(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}

function changedAt(path: string): number {
  return statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? 0;
}
