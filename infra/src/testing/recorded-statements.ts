import pg from 'pg';

/** A statement with its values. */
export interface RecordedStatement {
  readonly text: string;
  readonly values: unknown[];
}

/** Reading statements that this process sends to PostgreSQL while some work goes on; each is carried out as always. */
export async function recordStatements(work: () => Promise<unknown>): Promise<RecordedStatement[]> {
  const sent: RecordedStatement[] = [];
  const { prototype } = pg.Client;
  const query = prototype.query as (...given: unknown[]) => unknown;
  prototype.query = function recorded(this: pg.Client, ...given: unknown[]): never {
    const [first, second] = given as [string | { text?: string; values?: unknown[] } | undefined, unknown];
    const text = typeof first === 'string' ? first : first?.text;
    const values = Array.isArray(second) ? (second as unknown[]) : typeof first === 'object' ? first.values : undefined;
    if (text && /^\s*(select|with)\b/i.test(text)) sent.push({ text, values: values ?? [] });
    return query.apply(this, given) as never;
  };
  try {
    await work();
    return sent;
  } finally {
    prototype.query = query as typeof prototype.query;
  }
}
