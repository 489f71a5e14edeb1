import { personErasureStream, personErasureStreams } from '@jwxt/contracts/system/person-erasure.events.ts';
import type { ErasureBasis, PersonKey } from '@jwxt/contracts/system/person-erasure.vocabulary.ts';
import { derivedId } from '@jwxt/infra/runtime/event-id.ts';
import type { Logger } from '@jwxt/infra/runtime/logger.ts';
import { inTransaction } from '@jwxt/infra/runtime/postgres.ts';
import type { Chore } from '../../kernel/area.ts';
import { applyOnce } from '../../kernel/applied-command.ts';
import { systemActor, type CommandContext } from '../../kernel/command-context.ts';
import type { CommandDone, CommandServices, Policy } from '../../kernel/command-route.ts';
import type { Decider } from '../../kernel/decider.ts';
import { isRefused, type Refused } from '../../kernel/refusal.ts';
import { repeatedly } from '../../kernel/repeatedly.ts';
import { erasePerson, type Erased, type Erasure } from './erase-person.ts';

interface ErasureRow extends PersonKey {
  readonly erasureId: string;
  readonly basis: ErasureBasis;
  readonly reason: string;
  readonly at: Date;
  readonly userName: string;
  readonly name: string;
  readonly keys: number;
}

type Erase = Pick<ErasureRow, 'kind' | 'code' | 'erasureId' | 'basis' | 'keys'>;

/** Told once a person. */
const decider: Decider<{ erased: boolean }, Erase, { type: 'PersonErased'; data: Erase }, null> = {
  streams: personErasureStreams,
  decide: ({ erased }, data) => (erased ? [] : [{ type: 'PersonErased', data }]),
};

/** What it does by itself: the person who asked for it is named by the row, and by the event. */
function ownContext(id: string, time: string, actor = systemActor): CommandContext {
  return {
    commandId: derivedId(id),
    command: 'person.erase:told',
    correlationId: derivedId(id),
    causationId: derivedId(id),
    clientAddress: null,
    actor,
    permission: null,
    time,
  };
}

/**
 * Writes what the transaction of an erasure leaves to do: the event in the log, and the line in the list beside the
 * backups. Whatever is killed between them, it is done by whoever comes next.
 */
async function tell({ pool, handler, erasures, personKeys }: CommandServices, person?: PersonKey): Promise<void> {
  await personKeys.refresh();
  const { rows } = await pool.query<ErasureRow>(
    `select kind, code, erasure_id as "erasureId", basis, reason, erased_at as at,
        erased_by as "userName", erased_by_name as name, keys
       from base.person_erasure where told_at is null and ($1::text is null or kind = $1 and code = $2)
      order by erased_at`,
    [person?.kind ?? null, person?.code ?? null],
  );
  for (const { userName, name, at, reason, ...data } of rows) {
    const told = await handler.execute({
      stream: personErasureStream(data),
      decider,
      command: data,
      context: ownContext(`${data.erasureId}:told`, at.toISOString(), { ...systemActor, userName, name }),
      facts: () => null,
    });
    if (isRefused(told)) throw new Error(`an erasure was refused: ${told.refused.code}`);
    const { keys: _, ...listed } = data;
    await erasures.add({ ...listed, reason, at: at.toISOString() });
    await pool.query('update base.person_erasure set told_at = now() where kind = $1 and code = $2', [
      data.kind,
      data.code,
    ]);
  }
}

/** Erases a person who has left; the same again answers the same. */
export async function erase(
  payload: Omit<Erasure, 'erasureId'>,
  context: CommandContext,
  services: CommandServices,
): Promise<CommandDone<Erased> | Refused> {
  const erasureId = derivedId(`${context.commandId}:erasure`);
  const done = await applyOnce(services.pool, context, (client) =>
    erasePerson(client, context, { ...payload, erasureId }),
  );
  if (isRefused(done)) return done;
  // He is erased. What cannot be told now is told by the chore, and the page says that it is not complete.
  await tell(services, payload).catch(() => undefined);
  return done;
}

/** Erases again who was erased before the database became an older one. */
async function eraseAgain(services: CommandServices, erasure: Erasure & { at: string }): Promise<void> {
  const context = ownContext(`${erasure.erasureId}:again`, erasure.at);
  const done = await inTransaction(services.pool, (client) => erasePerson(client, context, erasure, true));
  if (isRefused(done)) throw new Error(`an erasure was refused: ${done.refused.code}`);
  await tell(services, erasure);
}

/** After a restore: whoever the log says was erased is erased again. */
export const erasurePolicy: Policy = {
  name: 'person-erasure',
  types: ['PersonErased'],
  start: 'beginning',
  async react({ event, metadata }, services) {
    if (event.type !== 'PersonErased') return null;
    const { keys: _, ...erasure } = event.data as Erase;
    const { rowCount } = await services.pool.query('select from base.person_erasure where kind = $1 and code = $2', [
      erasure.kind,
      erasure.code,
    ]);
    if (rowCount === 0) await eraseAgain(services, { ...erasure, reason: '恢复备份后再次删除', at: metadata.time });
    return null;
  },
};

const nameOf = ({ kind, code }: PersonKey): string => `${kind} ${code}`;

/** One round: what is not told yet, and who is on the list and not erased in this database. */
export async function completeErasures(services: CommandServices): Promise<void> {
  await tell(services);
  const listed = await services.erasures.read();
  if (listed.length === 0) return;
  const { rows } = await services.pool.query<PersonKey>('select kind, code from base.person_erasure');
  const known = new Set(rows.map(nameOf));
  for (const erasure of listed) if (!known.has(nameOf(erasure))) await eraseAgain(services, erasure);
}

/** Completes erasures at the start and every minute; for the process that leads. */
export const erasureChore: Chore = (services: CommandServices, logger: Logger) =>
  repeatedly(60_000, async () => {
    try {
      await completeErasures(services);
    } catch (error) {
      logger.warn({ err: error }, '个人信息删除尚未完成，一分钟后再试');
    }
  });
