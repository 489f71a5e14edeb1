import pg from 'pg';

/** The same server and user, another database. */
export function withDatabaseName(url: string, database: string): string {
  const changed = new URL(url);
  changed.pathname = `/${database}`;
  return changed.toString();
}

/** Creates a database, as a copy of `template` when given. */
export async function createDatabase(adminUrl: string, database: string, template?: string): Promise<void> {
  // Files are copied in half the time that it takes to write every page to the log.
  const source = template ? ` template ${pg.escapeIdentifier(template)} strategy file_copy` : '';
  await asAdmin(adminUrl, `create database ${pg.escapeIdentifier(database)}${source}`);
}

/** Drops every database whose name begins with `prefix`. */
export async function dropDatabases(adminUrl: string, prefix: string): Promise<void> {
  const named = await asAdmin<{ datname: string }>(
    adminUrl,
    `select datname from pg_database where starts_with(datname, ${pg.escapeLiteral(prefix)})`,
  );
  for (const { datname } of named) await dropDatabase(adminUrl, datname);
}

/** Drops a database, ending the connections that are still open to it. */
export async function dropDatabase(adminUrl: string, database: string): Promise<void> {
  await asAdmin(adminUrl, `drop database if exists ${pg.escapeIdentifier(database)} with (force)`);
}

async function asAdmin<Row extends pg.QueryResultRow>(adminUrl: string, statement: string): Promise<Row[]> {
  const client = new pg.Client({ connectionString: adminUrl, application_name: 'jwxt tests' });
  await client.connect();
  try {
    return (await client.query<Row>(statement)).rows;
  } finally {
    await client.end();
  }
}
