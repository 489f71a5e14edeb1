import type { Position } from '@jwxt/infra/runtime/log-position.ts';
import { createPool } from '@jwxt/infra/runtime/postgres.ts';
import { signInToApi } from '../testing/api-session.ts';
import { openOwnClasses, type OwnClass } from '../testing/own-classes.ts';
import { createDocket, wholeSchool } from './docket.ts';
import { createJournal, type Journal } from './journal.ts';
import { withEventLog } from './stored-events.ts';
import { approver, clerk, saver, submitter, type Writer } from './writers.ts';

/** Writers at work. */
export interface Load {
  readonly journal: Journal;
  /** Where the log ended before they began; undefined when it was empty. */
  readonly from: Position | undefined;
  /** The classes that they type into. */
  readonly classes: readonly OwnClass[];
  /** Lets every writer finish what it has begun. Rejects when something was never answered. */
  stop(): Promise<void>;
}

/** Departments of the demo university that no named demo account belongs to, with their dean's and clerk's accounts. */
const departments = [
  { id: '103', dean: 'dean3', clerk: 'clerk3' },
  { id: '104', dean: 'dean4', clerk: 'clerk4' },
  { id: '105', dean: 'dean5', clerk: 'clerk5' },
];
/** Teachers of the demo university; who teaches what is said by the classes. */
const teachers = ['teacher61', 'teacher62', 'teacher63', 'teacher64', 'teacher65', 'teacher66', 'teacher67', 'teacher68', 'teacher69'];

/**
 * Sixteen people at the API: two each on three classes that they share, three who fill and submit classes, three clerks who apply for
 * recognitions, three deans and one of the whole school's office who decide.
 */
export async function startLoad(url: string, env: Readonly<Record<string, string>>, rounds: number): Promise<Load> {
  const shared = departments.map(({ id }, index) => ({ departmentId: id, teachers: teachers.slice(index * 2, index * 2 + 2), students: 20 }));
  const submitted = departments.flatMap(({ id }, index) => Array.from({ length: 6 + 4 * rounds }, () => ({ departmentId: id, teachers: [teachers[6 + index]!], students: 4 })));
  const classes = await openOwnClasses(env, [...shared, ...submitted]);
  const sharedClasses = classes.slice(0, shared.length);
  const people = [...teachers, ...departments.flatMap(({ dean, clerk: name }) => [dean, name]), 'registrar2'];
  const sessions = new Map(await Promise.all(people.map(async (name) => [name, await signInToApi(url, name)] as const)));
  const students = await studentsOf(env);
  const writers: Writer[] = [
    ...sharedClasses.flatMap((own) => own.teachers.map((name, index) => saver(sessions.get(name)!, own, own.studentCodes.filter((_, place) => place % 2 === index)))),
    ...teachers.slice(6).map((name) => submitter(sessions.get(name)!, classes.slice(shared.length).filter((own) => own.teachers[0] === name))),
    ...departments.map(({ id, clerk: name }) => clerk(sessions.get(name)!, id, students.get(id) ?? [])),
    ...departments.map(({ id, dean }) => approver(sessions.get(dean)!, id)),
    approver(sessions.get('registrar2')!, wholeSchool),
  ];
  const from = await withEventLog(env, (log) => log.lastPosition());
  const stopping = new AbortController();
  const journal = createJournal();
  const scene = { journal, docket: createDocket(), stopping: stopping.signal };
  const ended = Promise.all(writers.map((write) => write(scene)));
  // Told by stop(); until then nobody looks.
  ended.catch(() => undefined);
  return {
    journal, from, classes,
    async stop() {
      stopping.abort();
      await ended;
    },
  };
}

async function studentsOf(env: Readonly<Record<string, string>>): Promise<Map<string, string[]>> {
  const db = createPool(env.DATABASE_URL ?? '', { name: 'load', max: 1 });
  try {
    const { rows } = await db.query<{ dwh: string; students: string[] }>('select dwh, array_agg(student_code order by student_code) as students from base.student group by dwh');
    return new Map(rows.map(({ dwh, students }) => [dwh, students]));
  } finally {
    await db.end();
  }
}
