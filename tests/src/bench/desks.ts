import type { Actor } from '@jwxt/contracts/kernel/actor.ts';
import { sheetStream } from '@jwxt/contracts/score/score-sheet.events.ts';
import { actorOf } from '@jwxt/gateway/kernel/principal.ts';
import { createPrincipals } from '@jwxt/gateway/session/principals.ts';
import type { RecordedEvent } from '@jwxt/infra/runtime/recorded-event.ts';
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
export async function openDesks(
  { env, db }: Stage,
  count: number,
  typing: Pick<TypingPlace, 'rowsInSave' | 'manner'>,
  staff: readonly string[] = teachers,
): Promise<Desk[]> {
  const classes = await openOwnClasses(
    env,
    Array.from({ length: count }, (_, index) => ({
      departmentId: '108',
      teachers: [staff[index % staff.length]!],
      students: classSize,
    })),
  );
  const principals = createPrincipals(db, () => new Date());
  return await Promise.all(
    classes.map(async ({ teachingClassId, studentCodes, dataKeys, teachers: [userName = ''] }): Promise<Desk> => {
      if (studentCodes.length < classSize) throw new Error(`the demo university has no classes of ${classSize}`);
      return {
        place: { teachingClassId, studentCodes, dataKeys, ...typing },
        userName,
        actor: actorOf((await principals.get(userName))!),
      };
    }),
  );
}

/** A load that saves through the commands service. */
export async function commandLoad({ env, commandsUrls, driver }: Stage, desks: readonly Desk[]): Promise<PreparedLoad> {
  return await driver.prepare('saveByCommand', {
    urls: commandsUrls,
    secret: env.COMMANDS_SECRET,
    desks: desks.map(({ place, actor }) => ({ place, actor })),
  });
}

/** A load that saves through the gateway. */
export async function gatewayLoad(
  { urls, driver, session }: ProductStage,
  desks: readonly Desk[],
): Promise<PreparedLoad> {
  const signedIn = await Promise.all(
    desks.map(async ({ place, userName }) => {
      const { cookie, secret } = await session(userName);
      return { place, cookie, secret };
    }),
  );
  return await driver.prepare('saveByRequest', { urls, desks: signedIn });
}

/** A load that appends, through the client alone, what the desks' last saves stored. */
export async function rawLoad({ rawUrl, driver, log }: Stage, desks: readonly Desk[]): Promise<PreparedLoad> {
  return await driver.prepare('appendEvents', { url: rawUrl, samples: await lastSamples(log, desks) });
}

/** The last event of each desk's sheet. */
export async function lastEvents(log: Stage['log'], desks: readonly Desk[]): Promise<RecordedEvent[]> {
  return await Promise.all(
    desks.map(async ({ place }) => {
      for await (const event of log.readStream(sheetStream(place.teachingClassId, '1'), {
        direction: 'backwards',
        maxCount: 1,
      }))
        return event;
      throw new Error(`nothing is stored for ${place.teachingClassId}`);
    }),
  );
}

/** The last event of each desk's sheet, as it can be appended again. */
export async function lastSamples(log: Stage['log'], desks: readonly Desk[]): Promise<SampleEvent[]> {
  return (await lastEvents(log, desks)).map(({ type, data, metadata }) => ({
    type,
    data: data as SampleEvent['data'],
    metadata,
  }));
}
