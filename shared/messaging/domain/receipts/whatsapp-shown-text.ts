import * as v from 'valibot';

/** Messages that are neither texts nor files. A member in another form has no text, and does not hide the message. */
type OtherContent = {
  readonly reaction?: unknown;
  readonly location?: unknown;
  readonly contacts?: unknown;
  readonly order?: unknown;
};

const line = v.fallback(v.string(), '');

const reactionSchema = v.object({ emoji: line });

const locationSchema = v.object({
  name: line,
  address: line,
  latitude: v.number(),
  longitude: v.number(),
});

const phoneSchema = v.fallback(v.object({ phone: line }), { phone: '' });

const cardSchema = v.object({
  name: v.fallback(v.object({ formatted_name: line }), { formatted_name: '' }),
  phones: v.fallback(v.array(phoneSchema), []),
});

const orderSchema = v.object({ text: line });

/** What a message of another kind shows: the emoji of a reaction, a place, the people of contacts, the note of an order. */
export function shownText({ reaction, location, contacts, order }: OtherContent): string | undefined {
  const cards: readonly unknown[] = Array.isArray(contacts) ? contacts : [];
  const lines = [
    ...read(reactionSchema, reaction, ({ emoji }) => [emoji]),
    ...read(locationSchema, location, ({ name, address, latitude, longitude }) => [
      name,
      address,
      `${latitude}, ${longitude}`,
    ]),
    ...cards.flatMap((card) =>
      read(cardSchema, card, ({ name, phones }) => [
        [name.formatted_name, ...phones.map(({ phone }) => phone)].filter((part) => part !== '').join(' '),
      ]),
    ),
    ...read(orderSchema, order, ({ text }) => [text]),
  ];
  // Some places have their address as their name.
  const shown = [...new Set(lines)].filter((each) => each !== '');
  return shown.length === 0 ? undefined : shown.join('\n');
}

function read<const S extends v.GenericSchema>(
  schema: S,
  value: unknown,
  linesOf: (content: v.InferOutput<S>) => readonly string[],
): readonly string[] {
  const { success, output } = v.safeParse(schema, value);
  return success ? linesOf(output) : [];
}
