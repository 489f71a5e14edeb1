import type { CommandEnvelope } from '@jwxt/contracts/kernel/command.ts';
import type { ResourceName } from '@jwxt/contracts/kernel/resource.vocabulary.ts';
import type { TestApp } from './commands-app.ts';

/** A command that is accepted as things stand, ready to be sent. */
export interface ReadyCommand {
  readonly payload: object;
  readonly envelope?: Partial<CommandEnvelope>;
}

/**
 * How to come to a state in which a command is accepted, with things that no other sample has: `n` is another number
 * each time.
 */
export interface CommandSample {
  /** Why two that arrive together may each answer something of their own. */
  readonly answersOwn?: string;
  prepare(t: TestApp, n: number): Promise<ReadyCommand> | ReadyCommand;
}

/** A resource by its name, and the values of a row that no other has. */
export interface Setting {
  readonly name: ResourceName;
  values(t: TestApp, n: number): Promise<object> | object;
  changed(values: object): object;
}

/** Samples by the names of their commands. */
export type CommandSamples = Readonly<Record<string, CommandSample>>;

/** A row of the database, of which there is one. */
export async function oneRow<R extends object>(t: TestApp, sql: string, values: readonly unknown[] = []): Promise<R> {
  const { rows } = await t.app.services.pool.query<R>(sql, [...values]);
  if (rows.length !== 1) throw new Error(`${rows.length} rows: ${sql}`);
  return rows[0]!;
}

/** Stores rows of base data. */
export const load = (t: TestApp, resource: string, rows: readonly object[]): Promise<unknown> =>
  t.accept('reference.load', { resource, rows });

/** A student of class B1 who was in nothing before. */
export async function newStudent(t: TestApp, n: number): Promise<string> {
  const studentCode = `N${n}`;
  await load(t, 'student', [
    {
      studentCode,
      studentNumber: `2026N${n}`,
      studentName: `新生${n}`,
      xbm: '1',
      bjdm: 'B1',
      njzydm: '2026SE',
      dwh: '101',
      njdm: '2026',
      zydm: 'SE',
      xqdm: '1',
      xslbdm: '1',
      dqztm: '01',
    },
  ]);
  return studentCode;
}
