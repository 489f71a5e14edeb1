import type { JSONEventType } from '@eventstore/db-client';
import type { Actor } from '@jwxt/contracts/kernel/actor.ts';
import { sheetStream } from '@jwxt/contracts/score/score-sheet.events.ts';
import { actorOf } from '@jwxt/gateway/kernel/principal.ts';
import { createPrincipals } from '@jwxt/gateway/session/principals.ts';
import { openOwnClasses } from '../testing/own-classes.ts';
import type { SampleEvent } from './load/append.ts';
import type { PreparedLoad } from './load-driver.ts';
import type { TypingPlace } from './score-typing.ts';
import type { ProductStage, Stage } from './stage.ts';

/** A teacher at a sheet that nobody else types into. */
export interface Desk {
  readonly place: TypingPlace;
  readonly userName: string;
  readonly actor: Actor;
}

/** Demo teachers who teach in the department; who does not matter to what is measured. */
const teachers = Array.from({ length: 16 }, (_, index) => `teacher${index + 41}`);
export const classSize = 60;

/** Sets up classes of 60, one for each desk; the desks are shared out among the teachers. */
export async function openDesks({ env, db }: Stage, count: number, typing: Pick<TypingPlace, 'rowsInSave' | 'manner'>, staff: readonly string[] = teachers): Promise<Desk[]> {
  const classes = await openOwnClasses(env, Array.from({ length: count }, (_, index) => ({ departmentId: '108', teachers: [staff[index % staff.length]!], students: classSize })));
  const principals = createPrincipals(db, () => new Date());
  return await Promise.all(classes.map(async ({ teachingClassId, studentCodes, dataKeys, teachers: [userName = ''] }): Promise<Desk> => {
    if (studentCodes.length < classSize) throw new Error(`the demo university has no classes of ${classSize}`);
    return { place: { teachingClassId, studentCodes, dataKeys, ...typing }, userName, actor: actorOf((await principals.get(userName))!) };
  }));
}

/** A load that saves through the commands service. */
export async function commandLoad({ env, driver }: Stage, desks: readonly Desk[]): Promise<PreparedLoad> {
  return await driver.prepare('saveByCommand', { url: env.COMMANDS_URL, token: env.INTERNAL_TOKEN, desks: desks.map(({ place, actor }) => ({ place, actor })) });
}

/** A load that saves through the gateway. */
export async function gatewayLoad({ url, driver, session }: ProductStage, desks: readonly Desk[]): Promise<PreparedLoad> {
  const signedIn = await Promise.all(desks.map(async ({ place, userName }) => {
    const { cookie, secret } = await session(userName);
    return { place, cookie, secret };
  }));
  return await driver.prepare('saveByRequest', { url, desks: signedIn });
}

/** A load that appends, through the client alone, what the desks' last saves stored. */
export async function rawLoad({ rawUrl, driver, store }: Stage, desks: readonly Desk[]): Promise<PreparedLoad> {
  return await driver.prepare('appendEvents', { url: rawUrl, samples: await lastEvents(store, desks) });
}

/** The last event of each desk's sheet. */
export async function lastEvents(store: Stage['store'], desks: readonly Desk[]): Promise<SampleEvent[]> {
  return await Promise.all(desks.map(async ({ place }) => {
    for await (const { event } of store.readStream<JSONEventType>(sheetStream(place.teachingClassId, '1'), { direction: 'backwards', fromRevision: 'end', maxCount: 1 })) {
      if (event) return { type: event.type, data: event.data, metadata: event.metadata };
    }
    throw new Error(`nothing is stored for ${place.teachingClassId}`);
  }));
}
