/** Maximum length of a string in event data, in code points (docs/specification/events.md#truncation). */
export const TEXT_LIMIT = 1_000;

/** Maximum length of `message.text`, in code points. */
export const MESSAGE_TEXT_LIMIT = 10_000;

/** Maximum number of items of an array in event data. */
export const LIST_LIMIT = 100;
