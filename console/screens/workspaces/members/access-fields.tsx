import { CheckField } from '#console/parts/check-field.tsx';
import { ChoiceField } from '#console/parts/choice-field.tsx';
import { FieldErrors } from '#console/parts/field.tsx';
import { type AccessDraft, PRODUCTS, ROLES, withProduct } from './member-draft.ts';

/** The role of a member and the products that the role applies to. */
export function AccessFields<Draft extends AccessDraft>({
  draft,
  error,
  onChange,
}: {
  readonly draft: Draft;
  /** The error of saving the draft as it is now. */
  readonly error: Error | null;
  readonly onChange: (draft: Draft) => void;
}) {
  const { role, products } = draft;
  return (
    <>
      <ChoiceField
        label="Role"
        pointer="#/role"
        error={error}
        value={role}
        choices={ROLES}
        onValue={(chosen) => onChange({ ...draft, role: chosen })}
      />
      <fieldset>
        <legend>Products</legend>
        {PRODUCTS.map(([product, name]) => (
          <CheckField
            key={product}
            checked={products.includes(product)}
            onCheck={(checked) => onChange({ ...draft, products: withProduct(products, product, checked) })}
          >
            {name}
          </CheckField>
        ))}
        <FieldErrors pointer="#/products" error={error} />
      </fieldset>
    </>
  );
}
