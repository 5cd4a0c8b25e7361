import { CheckList } from '#console/parts/fields/check-list.tsx';
import { ChoiceField } from '#console/parts/fields/choice-field.tsx';
import { type FieldsProps, fieldsOf } from '#console/parts/fields/draft-fields.ts';
import { FieldErrors } from '#console/parts/fields/field.tsx';
import { type AccessDraft, PRODUCTS, ROLES, withProduct } from './member-draft.ts';

/** The role of a member and the products that the role applies to. */
export function AccessFields<Draft extends AccessDraft>({ draft, error, onChange }: FieldsProps<Draft>) {
  const { products } = draft;
  const field = fieldsOf<AccessDraft>({
    draft,
    error,
    onChange: (access) => onChange({ ...draft, ...access }),
  });
  return (
    <>
      <ChoiceField {...field('role')} label="Role" choices={ROLES} />
      <fieldset>
        <legend>Products</legend>
        <CheckList
          choices={PRODUCTS}
          chosen={products}
          onCheck={(product, checked) =>
            onChange({ ...draft, products: withProduct(products, product, checked) })
          }
        />
        <FieldErrors pointer="#/products" error={error} />
      </fieldset>
    </>
  );
}
