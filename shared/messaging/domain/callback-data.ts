/** Names a message at a provider that returns one text with each receipt. */
export type CallbackData = {
  readonly stage: string;
  readonly workspaceId: string;
  readonly messageId: string;
};

const SEPARATOR = '/';

/** At most 140 characters of ASCII; WhatsApp returns at least 256. */
export function toCallbackText({ stage, workspaceId, messageId }: CallbackData): string {
  return [stage, workspaceId, messageId].join(SEPARATOR);
}

/** Undefined for a text of another sender. */
export function fromCallbackText(text: string): CallbackData | undefined {
  const [stage, workspaceId, messageId, ...others] = text.split(SEPARATOR);
  if (!stage || !workspaceId || !messageId || others.length > 0) return undefined;
  return { stage, workspaceId, messageId };
}
