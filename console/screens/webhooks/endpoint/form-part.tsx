import type { ComponentChildren } from 'preact';

/** A group of fields of a long form, with what they are about beside them. */
export function FormPart({
  title,
  about,
  children,
}: {
  readonly title: string;
  readonly about: ComponentChildren;
  readonly children: ComponentChildren;
}) {
  return (
    <section class="form-part" aria-label={title}>
      <header>
        <h2>{title}</h2>
        <p>{about}</p>
      </header>
      <div>{children}</div>
    </section>
  );
}
