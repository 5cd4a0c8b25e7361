/** A template of the local WhatsApp Business accounts. */
export type WhatsAppTemplate = {
  readonly name: string;
  readonly language: string;
  readonly category: 'MARKETING' | 'UTILITY';
  readonly body: string;
};

export const TEMPLATES: readonly WhatsAppTemplate[] = [
  { name: 'hello_world', language: 'en_US', category: 'UTILITY', body: 'Welcome! This is a test message.' },
  {
    name: 'order_update',
    language: 'en',
    category: 'UTILITY',
    body: 'Hello {{1}}, your order {{2}} is on its way.',
  },
  {
    name: 'new_collection',
    language: 'de',
    category: 'MARKETING',
    body: 'Hallo {{1}}, die neuen Lampen sind da.',
  },
];

/** The number of placeholders that a message with the template must fill. */
export function placeholdersOf({ body }: WhatsAppTemplate): number {
  return body.match(/\{\{\d+\}\}/gu)?.length ?? 0;
}

/** Meta's ID of the template. */
export function templateIdOf(template: WhatsAppTemplate): string {
  return String(100_000_000_000 + TEMPLATES.indexOf(template));
}

/** The list entry of `ListWhatsAppMessageTemplates`. */
export function templateSummary(template: WhatsAppTemplate) {
  return {
    templateName: template.name,
    metaTemplateId: templateIdOf(template),
    templateStatus: 'APPROVED',
    templateQualityScore: 'UNKNOWN',
    templateLanguage: template.language,
    templateCategory: template.category,
  };
}

/** The definition of `GetWhatsAppMessageTemplate`, a text of JSON. */
export function templateDefinition(template: WhatsAppTemplate): string {
  const { name, language, category, body } = template;
  const components = [{ type: 'BODY', text: body }];
  return JSON.stringify({ name, language, category, status: 'APPROVED', components });
}
