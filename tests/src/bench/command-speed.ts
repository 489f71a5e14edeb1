import { randomUUID } from 'node:crypto';
import { jsonEvent, type JSONEventType } from '@eventstore/db-client';
import { saveScores } from '@jwxt/contracts/score/score-entry.operations.ts';
import { saveSheet } from '@jwxt/contracts/score/score-sheet.command.ts';
import { sheetStream } from '@jwxt/contracts/score/score-sheet.events.ts';
import { actorOf } from '@jwxt/gateway/kernel/principal.ts';
import { createPrincipals } from '@jwxt/gateway/session/principals.ts';
import { createCommandSender } from '@jwxt/infra/base-data/command-sender.ts';
import type { ApiSession } from '../testing/api-session.ts';
import { openOwnClasses, type OwnClass } from '../testing/own-classes.ts';
import { inTurns, perSecond, type Figure } from './figure.ts';
import type { Stage } from './stage.ts';

const rounds = 3;
const roundMs = 2_000;
const inFlight = 32;
const teachers = Array.from({ length: 16 }, (_, index) => `teacher${index + 41}`);

/** One writer's class and where its sheet stands. */
interface Desk { readonly own: OwnClass; readonly session: ApiSession; revision: number; turn: number }

/** Saves of one cell on a sheet for each writer, through the commands service and through the gateway, beside raw appends of the events that they write. */
export async function measureCommands(stage: Stage): Promise<Figure[]> {
  const classes = await openOwnClasses(stage.env, Array.from({ length: inFlight }, (_, index) => ({ departmentId: '108', teachers: [teachers[index % teachers.length]!], students: 20 })));
  const desks = await Promise.all(classes.map(async (own): Promise<Desk> => ({ own, session: await stage.session(own.teachers[0]!), revision: 0, turn: 0 })));
  const raw = rawAppends(stage, await sampleEvents(stage, desks));
  const against = 'appendToStream of the same events, 32 in flight';
  return [
    { id: 'commands.save', unit: 'per second', ...await inTurns(rounds, await throughCommands(stage, desks), raw), against },
    { id: 'gateway.save', unit: 'per second', ...await inTurns(rounds, () => perSecond(inFlight, roundMs, (worker) => saveThroughGateway(desks[worker]!)), raw), against },
  ];
}

/** The next cell of a desk; always another value than before. */
function nextRow(desk: Desk) {
  const { own: { studentCodes, dataKeys }, revision } = desk;
  desk.turn += 1;
  const place = desk.turn % (studentCodes.length * dataKeys.length);
  return { studentCode: studentCodes[place % studentCodes.length]!, revision, items: { [dataKeys[Math.floor(place / studentCodes.length)]!]: ((desk.turn % 1000) / 10).toFixed(1) } };
}

async function saveThroughGateway(desk: Desk): Promise<void> {
  const { teachingClassId } = desk.own;
  desk.revision = (await desk.session.call(saveScores, { teachingClassId, scoreType: '1', commandId: randomUUID(), rows: [nextRow(desk)] })).revision;
}

async function throughCommands({ env, db }: Stage, desks: readonly Desk[]): Promise<() => Promise<number>> {
  const sender = createCommandSender(env.COMMANDS_URL ?? '', env.INTERNAL_TOKEN ?? '');
  const principals = createPrincipals(db, () => new Date());
  const actors = new Map(await Promise.all(teachers.map(async (name) => [name, actorOf((await principals.get(name))!)] as const)));
  return () => perSecond(inFlight, roundMs, async (worker) => {
    const desk = desks[worker]!;
    const { teachingClassId } = desk.own;
    const options = { commandId: randomUUID(), actor: actors.get(desk.own.teachers[0]!)!, permission: 'scoreEntry:save' };
    desk.revision = (await sender.send(saveSheet, { teachingClassId, scoreType: '1', rows: [nextRow(desk)] }, options)).revision;
  });
}

type Sample = Pick<JSONEventType, 'type' | 'data' | 'metadata'>;

/** The event that one save of each writer stored. */
async function sampleEvents({ store }: Stage, desks: readonly Desk[]): Promise<Sample[]> {
  return await Promise.all(desks.map(async (desk) => {
    await saveThroughGateway(desk);
    for await (const { event } of store.readStream<JSONEventType>(sheetStream(desk.own.teachingClassId, '1'), { direction: 'backwards', fromRevision: 'end', maxCount: 1 })) {
      if (event) return { type: event.type, data: event.data, metadata: event.metadata };
    }
    throw new Error('the save stored nothing');
  }));
}

/** Appends at the expected revision, as commands do, to a stream for each writer. */
function rawAppends({ rawStore }: Stage, samples: readonly Sample[]): () => Promise<number> {
  const run = randomUUID();
  const revisions = samples.map((): bigint | 'no_stream' => 'no_stream');
  return () => perSecond(inFlight, roundMs, async (worker) => {
    const sample = samples[worker]!;
    const done = await rawStore.appendToStream(`raw-${run}-${worker}`, jsonEvent({ ...sample, id: randomUUID() }), { expectedRevision: revisions[worker]! });
    revisions[worker] = done.nextExpectedRevision;
  });
}
