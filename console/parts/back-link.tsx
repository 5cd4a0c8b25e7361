/** The link from a screen to the one that it belongs to. */
export function BackLink({ href, to }: { readonly href: string; readonly to: string }) {
  return (
    <p>
      <a href={href}>{to}</a>
    </p>
  );
}
