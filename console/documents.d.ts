/** The bundler replaces a document by its text. */
declare module '*.md' {
  const text: string;
  export default text;
}
