import type { TemplateDraft } from '#console/screens/messaging/numbers/template-draft.ts';
import type { NewMessage } from './conversation-reads.ts';

export const EMPTY_TEMPLATE: TemplateDraft = { name: '', language: '', parameters: '' };

/** The template of the request. Empty lines are no parameters. */
export function templateOf({
  name,
  language,
  parameters,
}: TemplateDraft): NonNullable<NewMessage['template']> {
  const values = parameters
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');
  return { name: name.trim(), language: language.trim(), parameters: values };
}
