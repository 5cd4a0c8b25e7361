/** What a person enters about a template: one parameter a line. */
export type TemplateDraft = { readonly name: string; readonly language: string; readonly parameters: string };
