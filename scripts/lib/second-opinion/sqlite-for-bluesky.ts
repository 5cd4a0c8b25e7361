import { DatabaseSync, type SQLInputValue, type StatementSync } from 'node:sqlite';

type Value = SQLInputValue | boolean | undefined;
/** better-sqlite3 also takes the values as one list. */
type Values = readonly (Value | readonly Value[])[];

/**
 * What the Bluesky server uses of better-sqlite3 12, on the SQLite of Node. Finished builds of better-sqlite3 are not in the registry of
 * npm. Compiled from source, it ends Node 24.21 during garbage collection: "Assertion failed: (env) != nullptr" in
 * RemoveEnvironmentCleanupHook.
 */
class Database {
  readonly name: string;
  open = true;
  readonly #connection: DatabaseSync;

  constructor(name: string, { readonly = false }: { readonly readonly?: boolean } = {}) {
    this.name = name;
    this.#connection = new DatabaseSync(name, { readOnly: readonly, timeout: 5000 });
  }

  get inTransaction(): boolean {
    return this.#connection.isTransaction;
  }

  prepare(sql: string): Statement {
    return new Statement(this.#connection.prepare(sql));
  }

  exec(sql: string): this {
    this.#connection.exec(sql);
    return this;
  }

  pragma(text: string, { simple = false }: { readonly simple?: boolean } = {}): unknown {
    const rows = this.#connection.prepare(`PRAGMA ${text}`).all();
    return simple ? Object.values(rows[0] ?? {})[0] : rows;
  }

  close(): void {
    if (this.open) this.#connection.close();
    this.open = false;
  }
}

class Statement {
  /** Whether the statement returns rows. */
  readonly reader: boolean;
  readonly #statement: StatementSync;

  constructor(statement: StatementSync) {
    this.#statement = statement;
    this.reader = statement.columns().length > 0;
  }

  all(...values: Values): unknown[] {
    return this.#statement.all(...bound(values)).map((row) => ({ ...row }));
  }

  run(...values: Values): unknown {
    return this.#statement.run(...bound(values));
  }

  *iterate(...values: Values): Generator {
    for (const row of this.#statement.iterate(...bound(values))) yield { ...row };
  }
}

function bound(values: Values): SQLInputValue[] {
  return values.flat().map((value) => (typeof value === 'boolean' ? Number(value) : (value ?? null)));
}

// oxlint-disable-next-line import/no-default-export -- the package that this replaces is imported by its default
export { Database as default };
