/** The classes of commands that a module of the SDK exports, by name. */
type CommandClasses<Name extends string> = Readonly<Record<Name, unknown>>;

/** A class of the SDK. Clients call `resolveMiddleware` with their settings, and then the function that it returns. */
type SdkCommand = new (input: object) => {
  resolveMiddleware(...settings: readonly unknown[]): (command: object) => Promise<unknown>;
};

/**
 * Commands with the names and types of the SDK. Any client of the SDK can send them. The class of the SDK is loaded when a client of the SDK
 * sends one, so a function whose direct attempts succeed never loads it.
 * @param load imports the module of the SDK
 */
export function lazyCommands<const Name extends string, Sdk extends CommandClasses<Name>>(
  load: () => Promise<Sdk>,
  names: readonly Name[],
): Pick<Sdk, Name> {
  const classes = names.map((name) => {
    const Command = class {
      readonly input: object;

      constructor(input: object) {
        this.input = input;
      }

      /** Clients keep the returned function and pass other commands of the same class to it. */
      resolveMiddleware(...settings: readonly unknown[]) {
        const prepared = load().then((sdk) => {
          // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- all commands of the SDK have this form
          const OfSdk = sdk[name] as SdkCommand;
          const send = new OfSdk(this.input).resolveMiddleware(...settings);
          return (input: object) => send(new OfSdk(input));
        });
        return async ({ input }: { readonly input: object }): Promise<unknown> => (await prepared)(input);
      }
    };
    // Bundling shortens names in the source, and a client recognises a command by its name.
    Object.defineProperty(Command, 'name', { value: name });
    return [name, Command] as const;
  });
  const byName: object = Object.fromEntries(classes);
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the classes have the inputs and outputs of those of the SDK
  return byName as Pick<Sdk, Name>;
}
