import { vi } from 'vitest';
import type { Position } from '@jwxt/infra/runtime/log-position.ts';
import { createPool } from '@jwxt/infra/runtime/postgres.ts';
import { openOwnClasses, type ClassWish, type OwnClass } from '../testing/own-classes.ts';
import { createClassSupply } from './class-supply.ts';
import { createDocket, wholeSchool } from './docket.ts';
import type { FaultSite } from './fault-site.ts';
import { createGate } from './gate.ts';
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
  readonly writers: number;
  /** Opens one more class, for a fault of its own. */
  openClass(wish: ClassWish): Promise<OwnClass>;
  /** Resolves when so many more commands were acknowledged. */
  busy(commands: number): Promise<void>;
  /** Lets every writer finish the piece of work in hand, and rest. Rejects when something was never answered. */
  hold(): Promise<void>;
  /** Lets them go on. */
  go(): Promise<void>;
  /** Ends it. Rejects when something was never answered. */
  stop(): Promise<void>;
}

/** Departments of the demo university that no named demo account belongs to, with their dean's and clerk's accounts. */
const departments = [
  { id: '103', dean: 'dean3', clerk: 'clerk3' },
  { id: '104', dean: 'dean4', clerk: 'clerk4' },
  { id: '105', dean: 'dean5', clerk: 'clerk5' },
];
/** Teachers of the demo university; who teaches what is said by the classes. */
const teacher = (number: number): string => `teacher${60 + number}`;
const sharedClasses = 8;
const submitters = 6;
/** How long to wait for what heals by itself; not how long it may take. */
const patience = { timeout: 150_000, interval: 50 };

/**
 * Thirty-two people at the API: two each on eight classes that they share, six who fill and submit classes, three
 * clerks who apply for recognitions, six deans and one of the whole school's office who decide.
 */
export async function startLoad(site: FaultSite): Promise<Load> {
  const { env } = site;
  const shared = await openOwnClasses(
    env,
    Array.from({ length: sharedClasses }, (_, index) => ({
      departmentId: departments[index % departments.length]!.id,
      teachers: [teacher(2 * index + 1), teacher(2 * index + 2)],
      students: 20,
    })),
  );
  const supply = createClassSupply(
    env,
    new Map(
      Array.from({ length: submitters }, (_, index) => [
        teacher(2 * sharedClasses + 1 + index),
        departments[index % departments.length]!.id,
      ]),
    ),
  );
  const classes = [...shared, ...(await supply.refill())];
  const students = await studentsOf(env);
  const writers: Writer[] = await Promise.all([
    ...shared.flatMap((own) =>
      own.teachers.map(async (name, index) =>
        saver(
          await site.signIn(name),
          own,
          own.studentCodes.filter((_, place) => place % 2 === index),
        ),
      ),
    ),
    ...Array.from({ length: submitters }, async (_, index) =>
      submitter(await site.signIn(teacher(2 * sharedClasses + 1 + index))),
    ),
    ...departments.map(async ({ id, clerk: name }) => clerk(await site.signIn(name), id, students.get(id) ?? [])),
    ...departments.flatMap(({ id, dean }) => [dean, dean].map(async (name) => approver(await site.signIn(name), id))),
    site.signIn('registrar2').then((session) => approver(session, wholeSchool)),
  ]);
  const from = await withEventLog(env, (log) => log.lastPosition());
  const stopping = new AbortController();
  const journal = createJournal();
  const gate = createGate(writers.length);
  const scene = { journal, docket: createDocket(), supply, stopping: stopping.signal, rest: gate.rest };
  const ended = Promise.all(writers.map((write) => write(scene).finally(gate.leave)));
  // Told by hold() and stop(); until then nobody looks.
  ended.catch(() => undefined);
  return {
    journal,
    from,
    classes,
    writers: writers.length,
    async openClass(wish) {
      const [own] = await openOwnClasses(env, [wish]);
      classes.push(own!);
      return own!;
    },
    async busy(commands) {
      const before = journal.acknowledged;
      await vi.waitFor(() => {
        const more = journal.acknowledged - before;
        if (more < commands) throw new Error(`only ${more} of ${commands} commands were acknowledged`);
      }, patience);
    },
    hold: () => Promise.race([gate.close(), ended.then(() => undefined)]),
    async go() {
      classes.push(...(await supply.refill()));
      gate.open();
    },
    async stop() {
      stopping.abort();
      gate.open();
      await ended;
    },
  };
}

async function studentsOf(env: Readonly<Record<string, string>>): Promise<Map<string, string[]>> {
  const db = createPool(env.DATABASE_URL ?? '', { name: 'load', max: 1 });
  try {
    const { rows } = await db.query<{ dwh: string; students: string[] }>(
      'select dwh, array_agg(student_code order by student_code) as students from base.student group by dwh',
    );
    return new Map(rows.map(({ dwh, students }) => [dwh, students]));
  } finally {
    await db.end();
  }
}
