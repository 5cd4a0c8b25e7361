import { type ConversionConfig, toJsonSchema } from '@valibot/to-json-schema';
import type { CatalogueEvent } from './catalogue-event.ts';
import { envelopeSchema } from './envelope.ts';

/** JSON Schema 2020-12 of the complete body of an event, generated from the schema that the sender validates. */
export function eventJsonSchema(event: CatalogueEvent): object {
  return toJsonSchema(envelopeSchema(event), { target: 'draft-2020-12', overrideAction: lengthInCodePoints });
}

/** The converter does not know `maxCodePoints`, which is exactly JSON Schema's `maxLength`. */
const lengthInCodePoints: NonNullable<ConversionConfig['overrideAction']> = ({
  valibotAction,
  jsonSchema,
}) => {
  if (valibotAction.type !== 'max_code_points' || !('requirement' in valibotAction)) return undefined;
  const { requirement } = valibotAction;
  return typeof requirement === 'number' ? { ...jsonSchema, maxLength: requirement } : undefined;
};
