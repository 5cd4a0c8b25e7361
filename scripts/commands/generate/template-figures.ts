import { readFileSync } from 'node:fs';
import type { PermanentStage } from '#infra/config.ts';
import { synthesize } from '#infra/synthesize.ts';
import {
  DOCUMENTS_WITH_TEMPLATE_FIGURES,
  type TemplatesOf,
  withTemplateFigures,
} from '#scripts/lib/generate/template-figures.ts';
import { writeGenerated } from '#scripts/lib/generate/write-generated.ts';

const synthesized = new Map<PermanentStage, ReturnType<TemplatesOf>>();

for (const path of DOCUMENTS_WITH_TEMPLATE_FIGURES)
  writeGenerated(path, withTemplateFigures(readFileSync(path, 'utf8'), templatesOf));

function templatesOf(stage: PermanentStage): ReturnType<TemplatesOf> {
  const known = synthesized.get(stage) ?? synthesize({ stage, bundle: false }).templates;
  synthesized.set(stage, known);
  return known;
}
