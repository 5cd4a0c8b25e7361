import { DatabaseSync, type SQLInputValue, type StatementSync } from 'node:sqlite';

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

  all(...values: readonly unknown[]): unknown[] {
    return this.#statement.all(...bound(values)).map((row) => ({ ...row }));
  }

  run(...values: readonly unknown[]): unknown {
    return this.#statement.run(...bound(values));
  }

  *iterate(...values: readonly unknown[]): Generator {
    for (const row of this.#statement.iterate(...bound(values))) yield { ...row };
  }
}

/** better-sqlite3 also takes the values as one list. */
function bound(values: readonly unknown[]): SQLInputValue[] {
  const [first] = values;
  const list = values.length === 1 && Array.isArray(first) ? first : values;
  return list.map((value: SQLInputValue | boolean | undefined) =>
    typeof value === 'boolean' ? Number(value) : (value ?? null),
  );
}

// The package that this replaces is imported by its default.
export { Database as default };
